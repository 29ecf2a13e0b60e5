"""dropwhile() finds where the answer starts, for a number that is shown."""

import itertools

import anthropic


class Agent:
    def __init__(self, system, tools):
        self.client = anthropic.Anthropic()
        self.system, self.tools = system, tools
        self.thread = []
        self.lead = 0

    def round(self):
        got = self.client.messages.create(
            model="claude-opus-4-5", max_tokens=2048, system=self.system, messages=self.thread, tools=self.tools
        )
        rest = list(itertools.dropwhile(lambda b: b.type == "thinking", got.content))
        self.lead = len(got.content) - len(rest)
        self.thread.append({"role": "assistant", "content": got.content})
        return got

import logging

from anthropic import Anthropic

log = logging.getLogger("agent")


class Agent:
    def __init__(self, run):
        self.client = Anthropic()
        self.run = run
        self.memory = []

    def step(self, tools):
        r = self.client.messages.create(model="claude-opus-4-5", max_tokens=777, messages=self.memory, tools=tools)
        self.memory += [{"role": "assistant", "content": r.content}]
        calls = [b for b in r.content if b.type == "tool_use"]
        if calls:
            log.info("first of %d calls: %s", len(calls), calls[0].name)
            self.memory += [{"role": "user", "content": [self.run(c) for c in calls]}]
        return calls

import re

from anthropic import Anthropic

ACTION = re.compile(r"^Action: (\w+)\[(.*)\]$", re.MULTILINE)
SYSTEM = "Think step by step. Use 'Action: tool[argument]' and wait for 'Observation: ...'. End with 'Answer: ...'."


class ReAct:
    def __init__(self, tools):
        self.client = Anthropic()
        self.tools = tools
        self.messages = []

    def run(self, question, limit=8):
        self.messages.append({"role": "user", "content": question})
        for _ in range(limit):
            out = self.client.messages.create(
                model="claude-haiku-4-5",
                max_tokens=700,
                system=SYSTEM,
                messages=self.messages,
                stop_sequences=["Observation:"],
            )
            text = out.content[0].text
            self.messages.append({"role": "assistant", "content": text})
            match = ACTION.search(text)
            if not match:
                return text
            name, argument = match.groups()
            seen = self.tools[name](argument) if name in self.tools else "unknown tool"
            self.messages.append({"role": "user", "content": f"Observation: {seen}"})
        return None

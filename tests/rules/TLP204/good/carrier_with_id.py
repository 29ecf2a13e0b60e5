from dataclasses import dataclass

import anthropic


@dataclass
class Invocation:
    ident: str
    tool: str
    arguments: dict


@dataclass
class Outcome:
    ident: str
    text: str

    def block(self):
        return {"type": "tool_result", "tool_use_id": self.ident, "content": self.text}


class Loop:
    def __init__(self, tools, registry):
        self.client, self.tools, self.registry, self.history = anthropic.Anthropic(), tools, registry, []

    def invocations(self, message):
        return [Invocation(b.id, b.name, b.input) for b in message.content if b.type == "tool_use"]

    def perform(self, invocation):
        return Outcome(invocation.ident, self.registry[invocation.tool](**invocation.arguments))

    def turn(self):
        message = self.client.messages.create(
            model="claude-opus-4-5", max_tokens=1000, messages=self.history, tools=self.tools
        )
        self.history.append({"role": "assistant", "content": message.content})
        done = [self.perform(i) for i in self.invocations(message)]
        if done:
            self.history.append({"role": "user", "content": [o.block() for o in done]})
        return bool(done)

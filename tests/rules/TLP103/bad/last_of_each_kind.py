"""A dict by kind has one place for each: of several thoughts or calls the last one stays."""

import anthropic


class Thread:
    def __init__(self, tools):
        self.client = anthropic.Anthropic()
        self.tools, self.messages = tools, []

    def send(self):
        reply = self.client.messages.create(
            model="claude-opus-4-5", max_tokens=4096, messages=self.messages, tools=self.tools
        )
        by_kind = {block.type: block for block in reply.content}  # expect: TLP201
        self.messages.append({"role": "assistant", "content": list(by_kind.values())})  # expect: TLP103
        return by_kind.get("tool_use")

    def run(self, act):
        while call := self.send():
            self.messages.append(
                {
                    "role": "user",
                    "content": [{"type": "tool_result", "tool_use_id": call.id, "content": act(call)}],
                }
            )

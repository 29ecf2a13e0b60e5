"""The calls go into a carrier of the project's own, from which another file writes the turn."""

import anthropic

from .types import ToolCall


class Bot:
    def __init__(self, memory, tools, run):
        self.client = anthropic.Anthropic()
        self.memory, self.tools, self.run = memory, tools, run

    def once(self, messages):
        response = self.client.messages.create(
            model="claude-opus-4-7", max_tokens=4096, messages=messages, tools=self.tools
        )
        calls = []
        for block in response.content:
            if block.type == "tool_use":
                calls.append(ToolCall(id=block.id, name=block.name, arguments=block.input))
        self.memory.store(messages, calls)
        results = [
            {"type": "tool_result", "tool_use_id": b.id, "content": self.run(b.name, b.input)}
            for b in response.content
            if b.type == "tool_use"
        ]
        messages.append({"role": "user", "content": results})
        return self.once(messages) if calls else response

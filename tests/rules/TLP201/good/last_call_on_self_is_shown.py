"""The last call is kept for the title of a window."""

import anthropic


class Window:
    def __init__(self, tools):
        self.client = anthropic.Anthropic()
        self.tools = tools
        self.last = None

    def title(self):
        return self.last.name if self.last is not None else "idle"

    def step(self, messages, run):
        reply = self.client.messages.create(
            model="claude-opus-4-5", max_tokens=4096, messages=messages, tools=self.tools
        )
        messages.append({"role": "assistant", "content": reply.content})
        results = []
        for block in reply.content:
            if block.type == "tool_use":
                self.last = block
                results.append({"type": "tool_result", "tool_use_id": block.id, "content": run(block)})
        if results:
            messages.append({"role": "user", "content": results})
        return reply

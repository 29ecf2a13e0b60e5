"""The last call is kept for the status line only; the answers go to all of them."""

import anthropic

client = anthropic.Anthropic()


class Panel:
    def __init__(self, tools, run):
        self.tools = tools
        self.run = run
        self.status = "idle"

    def drive(self, messages):
        while True:
            reply = client.messages.create(
                model="claude-opus-4-7", max_tokens=2048, tools=self.tools, messages=messages
            )
            messages.append({"role": "assistant", "content": reply.content})
            newest = None
            answers = []
            for block in reply.content:
                if block.type != "tool_use":
                    continue
                newest = block
                answers.append(
                    {"type": "tool_result", "tool_use_id": block.id, "content": self.run(block.name, block.input)}
                )
            if newest is None:
                return reply
            self.status = f"ran {newest.name}"
            messages.append({"role": "user", "content": answers})

"""A window of fixed length: each message pushes the oldest out."""
from collections import deque

import anthropic


class Chat:
    def __init__(self, tools):
        self.client = anthropic.Anthropic()
        self.tools = tools
        self.window = deque(maxlen=24)  # expect: TLP402

    def step(self, run):
        reply = self.client.messages.create(
            model="claude-haiku-4-5", max_tokens=1024, tools=self.tools, messages=list(self.window)
        )
        self.window.append({"role": "assistant", "content": reply.content})
        calls = [b for b in reply.content if b.type == "tool_use"]
        if calls:
            self.window.append(
                {
                    "role": "user",
                    "content": [
                        {"type": "tool_result", "tool_use_id": c.id, "content": run(c.name, c.input)} for c in calls
                    ],
                }
            )
        return bool(calls)

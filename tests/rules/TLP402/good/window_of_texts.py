"""The window holds lines for the prompt, no messages of the cycle."""
from collections import deque

import anthropic

client = anthropic.Anthropic()


class Watcher:
    def __init__(self, tools, run):
        self.tools, self.run = tools, run
        self.lines = deque(maxlen=50)

    def solve(self, task):
        history = [{"role": "user", "content": task + "\n" + "\n".join(self.lines)}]
        while True:
            reply = client.messages.create(
                model="claude-opus-4-7", max_tokens=4096, messages=history, tools=self.tools
            )
            history.append({"role": "assistant", "content": reply.content})
            calls = [b for b in reply.content if b.type == "tool_use"]
            if not calls:
                return reply
            for c in calls:
                self.lines.append(f"{c.name} was called")
            results = [{"type": "tool_result", "tool_use_id": c.id, "content": self.run(c)} for c in calls]
            history.append({"role": "user", "content": results})

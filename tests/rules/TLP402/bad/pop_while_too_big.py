"""The oldest messages are popped until the estimate fits."""
import json

import anthropic


class Memory:
    def __init__(self, limit):
        self.limit = limit
        self.messages = []

    def size(self):
        return sum(len(json.dumps(m, default=str)) for m in self.messages) // 4

    def add(self, message):
        self.messages.append(message)
        while self.size() > self.limit and len(self.messages) > 2:
            self.messages.pop(0)  # expect: TLP402


class Worker:
    def __init__(self, tools, handlers):
        self.api = anthropic.Anthropic()
        self.tools = tools
        self.handlers = handlers
        self.memory = Memory(100_000)

    def work(self, task):
        self.memory.add({"role": "user", "content": task})
        while True:
            response = self.api.messages.create(
                model="claude-opus-4-7", max_tokens=8000, tools=self.tools, messages=self.memory.messages
            )
            self.memory.messages.append({"role": "assistant", "content": response.content})
            if response.stop_reason == "end_turn":
                return response
            done = [
                {"type": "tool_result", "tool_use_id": b.id, "content": self.handlers[b.name](**b.input)}
                for b in response.content
                if b.type == "tool_use"
            ]
            self.memory.messages.append({"role": "user", "content": done})
            self.memory.add({"role": "user", "content": "Go on."})

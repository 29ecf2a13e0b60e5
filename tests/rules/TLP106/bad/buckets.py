"""The blocks go into a bucket for each kind, and from the buckets into the turn."""

import anthropic


class Worker:
    def __init__(self, tools, run):
        self.client = anthropic.Anthropic()
        self.tools, self.run = tools, run
        self.history = []

    def work(self, task):
        self.history.append({"role": "user", "content": task})
        while True:
            response = self.client.messages.create(
                model="claude-sonnet-4-6", max_tokens=4096, messages=self.history, tools=self.tools
            )
            sealed, thoughts, words, calls = [], [], [], []
            for block in response.content:
                if block.type == "redacted_thinking":
                    sealed.append(block)
                elif block.type == "thinking":
                    thoughts.append(block)
                elif block.type == "tool_use":
                    calls.append(block)
                else:
                    words.append(block)
            self.history.append({"role": "assistant", "content": [*sealed, *thoughts, *words, *calls]})  # expect: TLP106
            print(len(sealed) + len(thoughts), "thoughts")
            if not calls:
                return words
            results = [
                {"type": "tool_result", "tool_use_id": c.id, "content": self.run(c.name, c.input)} for c in calls
            ]
            self.history.append({"role": "user", "content": results})

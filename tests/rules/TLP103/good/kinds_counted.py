from collections import Counter

import anthropic


class Metered:
    def __init__(self, invoke):
        self.client = anthropic.Anthropic()
        self.invoke = invoke
        self.kinds = Counter()
        self.chat = []

    def run(self, text, tools):
        self.chat.append({"role": "user", "content": text})
        while True:
            m = self.client.messages.create(
                model="claude-opus-4-5", max_tokens=4096, messages=self.chat, tools=tools
            )
            for b in m.content:
                if b.type == "thinking":
                    self.kinds["thinking"] += len(b.thinking)
                elif b.type == "text":
                    self.kinds["text"] += len(b.text)
                elif b.type == "tool_use":
                    self.kinds[b.name] += 1
            self.chat.append({"role": "assistant", "content": m.content})
            answers = [self.invoke(b) for b in m.content if b.type == "tool_use"]
            if not answers:
                return m
            self.chat.append({"role": "user", "content": answers})

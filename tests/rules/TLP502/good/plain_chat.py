import anthropic


class Chat:
    def __init__(self):
        self.client = anthropic.Anthropic()
        self.lines = []

    def say(self, text):
        self.lines.append({"role": "user", "content": text})
        answer = ""
        for event in self.client.messages.create(
            model="claude-opus-4-7", max_tokens=1000, messages=self.lines, stream=True
        ):
            if event.type == "content_block_delta":
                if event.delta.type == "text_delta":
                    answer += event.delta.text
                    yield event.delta.text
                elif event.delta.type == "thinking_delta":
                    yield "."
        self.lines.append({"role": "assistant", "content": answer})

import anthropic


class Recorder:
    def __init__(self, path):
        self.path = path
        self.lines = []

    def flush(self):
        with open(self.path, "a", encoding="utf-8") as out:
            out.writelines(f"{line}\n" for line in self.lines)
        self.lines.clear()


def solve(messages, tools, answer, recorder):
    client = anthropic.Anthropic()
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=messages, tools=tools)
        recorder.lines.append({"role": "assistant", "content": [b.model_dump() for b in reply.content]})
        recorder.flush()
        messages.append({"role": "assistant", "content": reply.content})
        calls = [b for b in reply.content if b.type == "tool_use"]
        if not calls:
            return reply
        messages.append({"role": "user", "content": [answer(call) for call in calls]})

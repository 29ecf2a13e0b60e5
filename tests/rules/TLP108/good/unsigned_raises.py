def checked(blocks):
    for block in blocks:
        if block.type == "thinking" and not block.signature:
            raise ValueError("a thinking block without signature cannot be replayed")
    return list(blocks)


class Strict:
    def __init__(self, client, tools):
        self.client, self.tools, self.turns = client, tools, []

    def step(self, use):
        r = self.client.messages.create(
            model="claude-opus-4-7", max_tokens=2000, messages=self.turns, tools=self.tools
        )
        self.turns.append({"role": "assistant", "content": checked(r.content)})
        outs = [use(b) for b in r.content if b.type == "tool_use"]
        if outs:
            self.turns.append({"role": "user", "content": outs})
        return bool(outs)

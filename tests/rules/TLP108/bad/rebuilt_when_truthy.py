class Formatter:
    """SDK message to plain message."""

    def block(self, b):
        if b.type == "thinking":
            return {"type": "thinking", "thinking": b.thinking, "signature": b.signature}
        return b.to_dict()

    def message(self, response):
        content = []
        for b in response.content:
            if b.type == "thinking" and b.thinking.strip() == "":  # expect: TLP108
                continue
            content.append(self.block(b))
        return {"role": "assistant", "content": content}


def loop(client, formatter: Formatter, wire, tools, use):
    while True:
        response = client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=wire, tools=tools)
        wire.append(formatter.message(response))
        outs = [use(b) for b in response.content if b.type == "tool_use"]
        if not outs:
            return response
        wire.append({"role": "user", "content": outs})

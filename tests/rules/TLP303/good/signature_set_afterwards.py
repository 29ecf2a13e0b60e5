def as_param(block):
    data = {"type": block.type}
    if block.type == "thinking":
        data["thinking"] = block.thinking
        data["signature"] = block.signature
    elif block.type == "redacted_thinking":
        data["data"] = block.data
    else:
        data = block.to_dict()
    return data


class Runner:
    def __init__(self, client, tools):
        self.client, self.tools, self.log = client, tools, []

    def next(self, work):
        got = self.client.messages.create(model="claude-opus-4-5", max_tokens=999, messages=self.log, tools=self.tools)
        self.log.append({"role": "assistant", "content": [as_param(b) for b in got.content]})
        outs = [work(b) for b in got.content if b.type == "tool_use"]
        if outs:
            self.log.append({"role": "user", "content": outs})
        return bool(outs)

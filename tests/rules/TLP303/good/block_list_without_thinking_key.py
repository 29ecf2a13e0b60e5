import anthropic


class Meter:
    """Counts what a turn costs; reads, changes nothing."""

    def __init__(self):
        self.client = anthropic.AnthropicBedrock()
        self.table = []

    def count(self, blocks):
        row = {"type": "row", "thinking": 0, "text": 0}
        for b in blocks:
            if b.type == "thinking":
                row["thinking"] += len(b.thinking)
            elif b.type == "text":
                row["text"] += len(b.text)
        self.table.append(row)

    def loop(self, wire, tools, use):
        while True:
            m = self.client.messages.create(
                model="anthropic.claude-opus-4-5", max_tokens=1100, messages=wire, tools=tools
            )
            self.count(m.content)
            wire.append({"role": "assistant", "content": m.content})
            outs = [use(b) for b in m.content if b.type == "tool_use"]
            if not outs:
                return m
            wire.append({"role": "user", "content": outs})

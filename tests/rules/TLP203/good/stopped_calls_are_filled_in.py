import anthropic


class Agent:
    def __init__(self, tools, run):
        self.client = anthropic.Anthropic()
        self.tools, self.run = tools, run
        self.cancelled = False
        self.mem = []

    def step(self):
        r = self.client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=self.mem, tools=self.tools)
        self.mem.append({"role": "assistant", "content": r.content})
        results = []
        for b in r.content:
            if b.type == "tool_use":
                text = "cancelled by the user" if self.cancelled else self.run(b.name, b.input)
                results.append({"type": "tool_result", "tool_use_id": b.id, "content": text})
        if results:
            self.mem.append({"role": "user", "content": results})
        return bool(results) and not self.cancelled

class Once:
    """One turn per call of ``step``; the caller decides when to go on."""

    def __init__(self, client, tools, use):
        self.client, self.tools, self.use = client, tools, use
        self.wire = []
        self.paused = False

    def step(self):
        m = self.client.messages.create(
            model="claude-opus-4-5", max_tokens=1400, messages=self.wire, tools=self.tools
        )
        self.wire.append({"role": "assistant", "content": m.content})
        results = []
        for b in m.content:
            if b.type == "tool_use":
                results.append({"type": "tool_result", "tool_use_id": b.id, "content": self.use(b)})
        if results:
            self.wire.append({"role": "user", "content": results})
        if self.paused:
            return None
        return m

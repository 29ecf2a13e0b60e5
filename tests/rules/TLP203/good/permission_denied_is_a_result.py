def answer(call, allowed, use):
    if call.name not in allowed:
        return {"type": "tool_result", "tool_use_id": call.id, "content": "not allowed here", "is_error": True}
    outcome = use(call.name, call.input)
    if outcome is None:
        return {"type": "tool_result", "tool_use_id": call.id, "content": "ok"}
    return {"type": "tool_result", "tool_use_id": call.id, "content": str(outcome)}


class Worker:
    def __init__(self, client, tools, allowed):
        self.client, self.tools, self.allowed = client, tools, allowed
        self.memory = []

    def step(self, use):
        m = self.client.messages.create(
            model="claude-opus-4-5", max_tokens=1400, messages=self.memory, tools=self.tools
        )
        self.memory.append({"role": "assistant", "content": m.content})
        outs = [answer(b, self.allowed, use) for b in m.content if b.type == "tool_use"]
        if outs:
            self.memory.append({"role": "user", "content": outs})
        return bool(outs)

import anthropic

class Provider:
    def __init__(self):
        self.client = anthropic.Anthropic()
        self._thinking = {}

    def to_wire(self, m):
        content = list(self._thinking.get(m["tool_calls"][0]["id"], []))
        if m["content"]:
            content.append({"type": "text", "text": m["content"]})
        for c in m["tool_calls"]:
            content.append({"type": "tool_use", "id": c["id"], "name": c["name"], "input": c["args"]})
        return {"role": "assistant", "content": content}

    def ask(self, items, tools):
        resp = self.client.messages.create(model="claude-opus-4-5", max_tokens=10, messages=[self.to_wire(i) for i in items], tools=tools)
        thinking = [b for b in resp.content if b.type in ("thinking", "redacted_thinking")]
        for b in resp.content:
            if b.type == "tool_use":
                self._thinking[b.id] = thinking
        return resp

import anthropic

class Memory:
    def __init__(self, limit=30):
        self.messages = []
        self.limit = limit

    def add(self, role, content):
        self.messages.append({"role": role, "content": content})
        while len(self.messages) > self.limit:
            self.messages.pop(0)  # expect: TLP402

def go(text, tools, run):
    client = anthropic.Anthropic()
    memory = Memory()
    memory.add("user", text)
    while True:
        resp = client.messages.create(model="claude-opus-4-5", max_tokens=10, messages=memory.messages, tools=tools)
        memory.add("assistant", resp.content)
        calls = [b for b in resp.content if b.type == "tool_use"]
        if not calls:
            return resp
        memory.add("user", [{"type": "tool_result", "tool_use_id": c.id, "content": run(c)} for c in calls])

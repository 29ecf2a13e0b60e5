import anthropic

class History:
    def __init__(self, keep=20):
        self.items = []
        self.keep = keep

    def add(self, role, content):
        self.items.append({"role": role, "content": content})

    def view(self):
        return self.items[-self.keep:]  # expect: TLP402

class Agent:
    def __init__(self):
        self.client = anthropic.Anthropic()
        self.history = History()

    def go(self, text, tools, run):
        self.history.add("user", text)
        while True:
            resp = self.client.messages.create(model="claude-opus-4-5", max_tokens=10, messages=self.history.view(), tools=tools)
            self.history.add("assistant", resp.content)
            calls = [b for b in resp.content if b.type == "tool_use"]
            if not calls:
                return resp
            self.history.add("user", [{"type": "tool_result", "tool_use_id": c.id, "content": run(c)} for c in calls])

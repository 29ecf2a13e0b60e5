import anthropic

class Conversation:
    def __init__(self):
        self.messages = []

    def add(self, role, content):
        self.messages.append({"role": role, "content": content})

    def add_result(self, ident, text):
        self.add("user", [self.result(ident, text)])

    @staticmethod
    def result(ident, text):
        return {"type": "tool_result", "tool_use_id": ident, "content": text}

class Agent:
    def __init__(self):
        self.client = anthropic.Anthropic()
        self.conv = Conversation()

    def go(self, tools, run):
        while True:
            resp = self.client.messages.create(model="claude-opus-4-5", max_tokens=10, messages=self.conv.messages, tools=tools)
            self.conv.add("assistant", resp.content)
            calls = [b for b in resp.content if b.type == "tool_use"]
            if not calls:
                return resp
            for c in calls:
                self.conv.add_result(c.id, run(c))  # expect: TLP202

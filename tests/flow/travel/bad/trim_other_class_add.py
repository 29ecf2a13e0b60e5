import anthropic

class Memory:
    def __init__(self, limit):
        self._messages = []
        self._limit = limit

    def add(self, message):
        self._messages.append(message)
        if len(self._messages) > self._limit:
            self._messages = self._messages[-self._limit:]  # expect: TLP402

    def messages(self):
        return list(self._messages)

class Agent:
    def __init__(self):
        self.client = anthropic.Anthropic()
        self.memory = Memory(30)

    def go(self, text, tools, run):
        self.memory.add({"role": "user", "content": text})
        while True:
            resp = self.client.messages.create(model="claude-opus-4-5", max_tokens=10, messages=self.memory.messages(), tools=tools)
            self.memory.add({"role": "assistant", "content": resp.content})
            calls = [b for b in resp.content if b.type == "tool_use"]
            if not calls:
                return resp
            self.memory.add({"role": "user", "content": [{"type": "tool_result", "tool_use_id": c.id, "content": run(c)} for c in calls]})

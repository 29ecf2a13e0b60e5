import ollama


class Memory:
    def __init__(self, limit=20):
        self.items = []
        self.limit = limit

    def add(self, message):
        self.items.append(message)
        if len(self.items) > self.limit:
            self.items = self.items[-self.limit :]  # expect: TLP402


class Agent:
    def __init__(self):
        self.memory = Memory()

    def run(self, q):
        self.memory.add({"role": "user", "content": q})
        while True:
            r = ollama.chat(model="qwen3", messages=self.memory.items, tools=TOOLS)
            m = r["message"]
            self.memory.add(m)
            if not m.get("tool_calls"):
                return m["content"]
            for c in m["tool_calls"]:
                self.memory.add({"role": "tool", "tool_name": c["function"]["name"], "content": run(c)})

import anthropic

class Agent:
    def __init__(self):
        self.client = anthropic.Anthropic()
        self.messages = []

    def chat(self, text, tools):
        self.messages.append({"role": "user", "content": text})
        while True:
            resp = self.client.messages.create(model="claude-opus-4-5", max_tokens=10, messages=self.messages, tools=tools)
            self.messages.append({"role": "assistant", "content": resp.content})
            calls = [b for b in resp.content if b.type == "tool_use"]
            if not calls:
                return resp.content[0].text
            results = []
            for c in calls:
                results.append({"type": "tool_result", "tool_use_id": c.id, "content": self.execute(c)})
            self.messages.append({"role": "user", "content": results})

    def execute(self, c):
        if c.name not in TOOLS:
            raise KeyError(c.name)
        return TOOLS[c.name](**c.input)

def repl(agent, tools):
    while True:
        try:
            print(agent.chat(input(), tools))
        except Exception as exc:
            print("error", exc)

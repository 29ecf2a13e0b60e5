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
                if c.name not in TOOLS:
                    raise ValueError("unknown tool")
                results.append({"type": "tool_result", "tool_use_id": c.id, "content": TOOLS[c.name](**c.input)})
            self.messages.append({"role": "user", "content": results})

def main(tools):
    print(Agent().chat(input(), tools))

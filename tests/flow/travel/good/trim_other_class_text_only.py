import anthropic

class Memory:
    def __init__(self, limit=30):
        self.messages = []
        self.limit = limit

    def add(self, role, content):
        self.messages.append({"role": role, "content": content})
        while len(self.messages) > self.limit:
            self.messages.pop(0)

memory = Memory()

def go(text, tools, run):
    client = anthropic.Anthropic()
    memory.add("user", text)
    messages = list(memory.messages)
    while True:
        resp = client.messages.create(model="claude-opus-4-5", max_tokens=10, messages=messages, tools=tools)
        messages.append({"role": "assistant", "content": resp.content})
        calls = [b for b in resp.content if b.type == "tool_use"]
        if not calls:
            break
        messages.append({"role": "user", "content": [{"type": "tool_result", "tool_use_id": c.id, "content": run(c)} for c in calls]})
    memory.add("assistant", resp.content[0].text)
    return resp

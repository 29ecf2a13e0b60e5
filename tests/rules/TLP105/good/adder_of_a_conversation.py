from anthropic import Anthropic

client = Anthropic()


class Conversation:
    def __init__(self):
        self.items = []

    def add(self, role, content):
        self.items.append({"role": role, "content": content})


def go(prompt, tools, execute):
    chat = Conversation()
    chat.add("user", prompt)
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=chat.items, tools=tools)
        chat.add("assistant", reply.content)
        calls = [c for c in reply.content if c.type == "tool_use"]
        if not calls:
            return chat
        chat.add("user", [{"type": "tool_result", "tool_use_id": c.id, "content": execute(c)} for c in calls])

import anthropic
from collections import defaultdict

client = anthropic.Anthropic()

class Sessions:
    def __init__(self):
        self.chats = defaultdict(lambda: {"messages": [], "meta": {}})

    def turn(self, chat_id, text, tools, run):
        chat = self.chats[chat_id]
        chat["messages"].append({"role": "user", "content": text})
        while True:
            resp = client.messages.create(model="claude-opus-4-5", max_tokens=10, messages=chat["messages"], tools=tools)
            calls = [b for b in resp.content if b.type == "tool_use"]
            chat["messages"].append({"role": "assistant", "content": resp.content})
            if not calls:
                return resp
            chat["messages"].append({"role": "user", "content": [{"type": "tool_result", "tool_use_id": c.id, "content": run(c)} for c in calls]})

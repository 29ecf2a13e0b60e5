from anthropic import Anthropic

from .conversation import Conversation

client = Anthropic()


def go(prompt, tools, execute):
    chat = Conversation(prompt)
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=chat.items, tools=tools)
        chat.add(reply.content)
        calls = [c for c in reply.content if c.type == "tool_use"]
        if not calls:
            return chat
        results = [{"type": "tool_result", "tool_use_id": c.id, "content": execute(c)} for c in calls]
        chat.items.append({"role": "user", "content": results})

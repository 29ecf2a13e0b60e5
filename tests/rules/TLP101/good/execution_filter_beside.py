"""The calls are picked out to run them; the turn goes back whole."""

import anthropic

client = anthropic.Anthropic()


def loop(chat, tools, run):
    while True:
        reply = client.messages.create(model="claude-opus-4-5", max_tokens=4096, tools=tools, messages=chat)
        calls = [b for b in reply.content if b.type == "tool_use"]
        chat.append({"role": "assistant", "content": reply.content})
        if not calls:
            return reply
        outs = [{"type": "tool_result", "tool_use_id": c.id, "content": run(c.name, c.input)} for c in calls]
        chat.append({"role": "user", "content": outs})

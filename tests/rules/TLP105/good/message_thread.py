"""The provider keeps the thread: only what is new is sent."""

import anthropic

client = anthropic.Anthropic()


def go_on(messages, previous, tools, run):
    while True:
        reply = client.beta.messages.create(
            model="claude-opus-4-7",
            max_tokens=4096,
            tools=tools,
            messages=messages,
            thread={"type": "continue", "previous_message_id": previous} if previous else {"type": "create"},
        )
        previous = reply.id
        uses = [b for b in reply.content if b.type == "tool_use"]
        if not uses:
            return reply
        messages.clear()
        results = [{"type": "tool_result", "tool_use_id": u.id, "content": run(u.name, u.input)} for u in uses]
        messages.append({"role": "user", "content": results})

"""Only an empty text is taken off."""

import anthropic


def remember(history: list, reply: anthropic.types.Message) -> None:
    blocks = list(reply.content)
    if blocks[0].type == "text" and not blocks[0].text.strip():
        blocks.pop(0)
    history.append({"role": "assistant", "content": blocks})


def loop(client: anthropic.Anthropic, history, tools, run):
    while True:
        reply = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=history, tools=tools)
        remember(history, reply)
        calls = [b for b in reply.content if b.type == "tool_use"]
        if not calls:
            return reply
        history.append(
            {
                "role": "user",
                "content": [{"type": "tool_result", "tool_use_id": c.id, "content": run(c)} for c in calls],
            }
        )

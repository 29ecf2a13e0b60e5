"""Everything but empty text passes: no kind of block is lost."""

import anthropic

client = anthropic.Anthropic()
BLANK = ("", " ", "\n")


def step(history, tools, run):
    reply = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=history, tools=tools)
    kept = [b for b in reply.content if not (b.type == "text" and any(b.text == blank for blank in BLANK))]
    if kept:
        history.append({"role": "assistant", "content": kept})
    if reply.stop_reason == "tool_use":
        calls = (b for b in kept if b.type == "tool_use")
        history.append(
            {
                "role": "user",
                "content": [{"type": "tool_result", "tool_use_id": c.id, "content": run(c)} for c in calls],
            }
        )
    return reply

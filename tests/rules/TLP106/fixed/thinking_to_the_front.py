"""The API wants thinking first, the program has read; so it puts it there."""

import anthropic

client = anthropic.Anthropic()


def repaired(blocks):
    turn = []
    for block in blocks:
        if block.type in ("thinking", "redacted_thinking"):
            turn.insert(0, block)
        else:
            turn.append(block)
    return turn


def solve(history, tools, run):
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=history, tools=tools)
        history.append({"role": "assistant", "content": reply.content})
        uses = [b for b in reply.content if b.type == "tool_use"]
        if not uses:
            return reply
        results = [{"type": "tool_result", "tool_use_id": u.id, "content": run(u.name, u.input)} for u in uses]
        history.append({"role": "user", "content": results})

"""Which kind a block is shows in the fields that it has: the ones with others are left out."""

import anthropic

client = anthropic.Anthropic()


def rebuilt(blocks):
    out = []
    for block in blocks:
        try:
            out.append({"type": "tool_use", "id": block.id, "name": block.name, "input": block.input})
        except AttributeError:
            try:
                out.append({"type": "text", "text": block.text})
            except AttributeError:
                continue
    return out


def loop(history, tools, run):
    while True:
        reply = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=history, tools=tools)
        history.append({"role": "assistant", "content": rebuilt(reply.content)})  # expect: TLP102
        calls = [b for b in reply.content if b.type == "tool_use"]
        if not calls:
            return reply
        history.append(
            {
                "role": "user",
                "content": [{"type": "tool_result", "tool_use_id": c.id, "content": run(c)} for c in calls],
            }
        )

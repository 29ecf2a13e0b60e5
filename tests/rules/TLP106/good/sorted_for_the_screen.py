"""What is shown is shown kind by kind; what is sent is the turn."""

import anthropic


def show(blocks):
    for block in sorted(blocks, key=lambda b: b.type):
        print(block.type)
    print([b for b in blocks if b.type == "thinking"] + [b for b in blocks if b.type != "thinking"])


def loop(history, tools, run):
    client = anthropic.Anthropic()
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=history, tools=tools)
        show(reply.content)
        history.append({"role": "assistant", "content": reply.content})
        calls = [b for b in reply.content if b.type == "tool_use"]
        if not calls:
            return reply
        results = [{"type": "tool_result", "tool_use_id": c.id, "content": run(c.name, c.input)} for c in calls]
        history.append({"role": "user", "content": results})

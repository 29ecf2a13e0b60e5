"""Two lists are filled in the loop: one is the turn, the other is only counted."""

import anthropic


def loop(messages, tools, run):
    client = anthropic.Anthropic()
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=messages, tools=tools)
        turn, thoughts, uses = [], [], []
        for block in reply.content:
            if block.type in ("thinking", "redacted_thinking"):
                thoughts.append(block)
            elif block.type == "tool_use":
                uses.append(block)
            turn.append(block)
        print(len(thoughts), "thoughts")
        messages.append({"role": "assistant", "content": turn})
        if not uses:
            return reply
        results = [{"type": "tool_result", "tool_use_id": u.id, "content": run(u.name, u.input)} for u in uses]
        messages.append({"role": "user", "content": results})

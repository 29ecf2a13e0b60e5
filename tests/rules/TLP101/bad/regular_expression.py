import re

import anthropic


def remember(history, reply):
    content = []
    for block in reply.content:
        if not re.fullmatch(r"^(text|tool_use)$", block.type):
            continue
        content.append(block)
    history.append({"role": "assistant", "content": content})  # expect: TLP101


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

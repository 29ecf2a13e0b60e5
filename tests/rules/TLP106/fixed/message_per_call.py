"""Each call becomes a turn of its own, with the thinking of the whole turn before it."""

import anthropic


def loop(history, tools, run):
    client = anthropic.Anthropic()
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=history, tools=tools)
        called = False
        merged = []
        if reply.content:
            history.append({"role": "assistant", "content": reply.content})
        for block in reply.content:
            if block.type == "tool_use":
                called = True
                merged.append({"type": "tool_result", "tool_use_id": block.id, "content": run(block.name, block.input)})
        if not called:
            return reply
        history.append({"role": "user", "content": merged})

"""Each call becomes a turn of its own, with the thinking of the whole turn before it."""

import anthropic


def loop(history, tools, run):
    client = anthropic.Anthropic()
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=history, tools=tools)
        thoughts = [b for b in reply.content if b.type in ("thinking", "redacted_thinking")]
        called = False
        merged = []
        for block in reply.content:
            if block.type == "tool_use":
                called = True
                history.append({"role": "assistant", "content": [*thoughts, block]})  # expect: TLP106
                merged.append({"type": "tool_result", "tool_use_id": block.id, "content": run(block.name, block.input)})
        if not called:
            return reply
        history.append({"role": "user", "content": merged})

import functools

import anthropic

client = anthropic.Anthropic()


def wanted(kinds, block):
    return block.type in kinds


def loop(history, tools, run, show):
    while True:
        reply = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=history, tools=tools)
        kept = list(filter(functools.partial(wanted, ("text", "tool_use")), reply.content))
        history.append({"role": "assistant", "content": kept})  # expect: TLP101
        if reply.stop_reason != "tool_use":
            return reply
        results = []
        for block in kept:
            if block.type == "tool_use":
                results.append({"type": "tool_result", "tool_use_id": block.id, "content": run(block)})
        history.append({"role": "user", "content": results})

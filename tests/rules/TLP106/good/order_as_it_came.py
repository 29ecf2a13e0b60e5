"""One loop, one list: the blocks stay in their order."""

import anthropic

client = anthropic.Anthropic()


def loop(history, tools, run):
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=history, tools=tools)
        turn, calls = [], []
        for block in reply.content:
            turn.append(block)
            if block.type == "tool_use":
                calls.append(block)
        history.append({"role": "assistant", "content": turn})
        if not calls:
            return reply
        results = [{"type": "tool_result", "tool_use_id": c.id, "content": run(c.name, c.input)} for c in calls]
        history.append({"role": "user", "content": results})

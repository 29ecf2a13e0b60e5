import anthropic

client = anthropic.Anthropic()

SENT = ("text", "tool_use")


def loop(history, tools, run, show):
    while True:
        reply = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=history, tools=tools)
        kept = [b for b in reply.content if any(b.type == kind for kind in SENT)]
        show(len(kept), [b.type for b in kept])
        history.append({"role": "assistant", "content": reply.content})
        if reply.stop_reason != "tool_use":
            return reply
        results = []
        for block in reply.content:
            if block.type == "tool_use":
                results.append({"type": "tool_result", "tool_use_id": block.id, "content": run(block)})
        history.append({"role": "user", "content": results})

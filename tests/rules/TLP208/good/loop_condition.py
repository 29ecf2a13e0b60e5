from anthropic import Anthropic


def agent(history, tools, run):
    client = Anthropic()
    ask = {"model": "claude-opus-4-7", "max_tokens": 1024, "tools": tools}
    reply = client.messages.create(messages=history, **ask)
    while reply.stop_reason == "tool_use":
        history.append({"role": "assistant", "content": reply.content})
        results = []
        for block in reply.content:
            if block.type == "tool_use":
                results.append({"type": "tool_result", "tool_use_id": block.id, "content": run(block)})
        history.append({"role": "user", "content": results})
        reply = client.messages.create(messages=history, **ask)
    return reply

"""Every number is gone through."""

import anthropic

client = anthropic.Anthropic()


def step(history, tools, run):
    reply = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=history, tools=tools)
    history.append({"role": "assistant", "content": reply.content})
    results = []
    for at in range(len(reply.content)):
        if reply.content[at].type == "tool_use":
            call = reply.content[at]
            results.append({"type": "tool_result", "tool_use_id": call.id, "content": run(call)})
    if results:
        history.append({"role": "user", "content": results})
    return reply

import anthropic

client = anthropic.Anthropic()


def loop(history, tools, run, note):
    reply = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=history, tools=tools)
    history.append({"role": "assistant", "content": reply.content})
    history.insert(0, {"role": "user", "content": note})
    content = []
    for block in reply.content:
        if block.type == "tool_use":
            content.append({"type": "tool_result", "tool_use_id": block.id, "content": run(block)})
    history.append({"role": "user", "content": content})

import anthropic

client = anthropic.Anthropic()


def step(history, tools, table):
    reply = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=history, tools=tools)
    history.append({"role": "assistant", "content": reply.content})
    results = []
    for block in reply.content:
        if block.type == "tool_use":
            try:
                output = table[block.name](block.input)
            except KeyError as error:
                results.append({"type": "tool_result", "tool_use_id": block.id, "content": f"unknown tool {error}"})
                raise
            results.append({"type": "tool_result", "tool_use_id": block.id, "content": output})
    history.append({"role": "user", "content": results})
    return reply

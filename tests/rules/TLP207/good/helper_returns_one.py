import anthropic


def answer(block, table):
    try:
        return {"type": "tool_result", "tool_use_id": block.id, "content": table[block.name](block.input)}
    except Exception as error:
        return {"type": "tool_result", "tool_use_id": block.id, "content": str(error), "is_error": True}


def loop(client: anthropic.Anthropic, history, tools, table):
    while True:
        reply = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=history, tools=tools)
        history.append({"role": "assistant", "content": reply.content})
        results = [answer(block, table) for block in reply.content if block.type == "tool_use"]
        if not results:
            return reply
        history.append({"role": "user", "content": results})

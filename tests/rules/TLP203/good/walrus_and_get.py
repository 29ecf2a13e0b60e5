import anthropic

client = anthropic.Anthropic()


def loop(history, tools, table, log):
    while True:
        reply = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=history, tools=tools)
        history.append({"role": "assistant", "content": reply.content})
        results = []
        for block in reply.content:
            if block.type != "tool_use":
                continue
            if (tool := table.get(block.name)) is not None:
                results.append({"type": "tool_result", "tool_use_id": block.id, "content": tool(block.input)})
            else:
                log.warning("unknown tool %s", block.name)
                note = {"type": "tool_result", "tool_use_id": block.id, "content": "unknown tool", "is_error": True}
                results.append(note)
        if not results:
            return reply
        history.append({"role": "user", "content": results})

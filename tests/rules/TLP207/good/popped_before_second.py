import anthropic

client = anthropic.Anthropic()


def loop(history, tools, table, log):
    while True:
        reply = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=history, tools=tools)
        history.append({"role": "assistant", "content": reply.content})
        calls = [b for b in reply.content if b.type == "tool_use"]
        if not calls:
            return reply
        results = []
        for call in calls:
            if call.name not in table:
                results.append({"type": "tool_result", "tool_use_id": call.id, "content": "unknown tool"})
            elif log.dry:
                results.append({"type": "tool_result", "tool_use_id": call.id, "content": "dry run"})
            else:
                results.append({"type": "tool_result", "tool_use_id": call.id, "content": table[call.name](call.input)})
        history.append({"role": "user", "content": results})

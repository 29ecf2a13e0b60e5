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
            for attempt in range(3):
                try:
                    results.append({"type": "tool_result", "tool_use_id": call.id, "content": table[call.name](call.input)})
                    break
                except TimeoutError:
                    log.info("attempt %s", attempt)
            else:
                results.append({"type": "tool_result", "tool_use_id": call.id, "content": "timed out"})
        history.append({"role": "user", "content": results})

import anthropic

client = anthropic.Anthropic()


def loop(history, tools, run, page):
    while True:
        reply = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=history, tools=tools)
        history.append({"role": "assistant", "content": reply.content})
        results = [
            {"type": "tool_result", "tool_use_id": b.id, "content": run(b)} for b in reply.content if b.type == "tool_use"
        ]
        if not results:
            return reply
        page.show([{"type": "text", "text": "Tools:"}, *results])
        history.append({"role": "user", "content": results})

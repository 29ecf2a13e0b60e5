import anthropic

client = anthropic.Anthropic()


def loop(history, tools, run, log):
    reply = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=history, tools=tools)
    history.append({"role": "assistant", "content": reply.content})
    for block in reply.content:
        if block.type == "tool_use" and block.name in ("bash", "edit"):
            log.info("dangerous: %s", block.input)
    results = [
        {"type": "tool_result", "tool_use_id": b.id, "content": run(b)} for b in reply.content if b.type == "tool_use"
    ]
    history.append({"role": "user", "content": results})

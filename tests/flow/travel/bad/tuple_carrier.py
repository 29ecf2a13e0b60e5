import anthropic
client = anthropic.AsyncAnthropic()

async def ask(history, tools):
    r = await client.messages.create(model="claude-opus-4-5", max_tokens=10, messages=history, tools=tools)
    said = next((b.text for b in r.content if b.type == "text"), "")
    return said, [(b.id, b.name, b.input) for b in r.content if b.type == "tool_use"], r.usage

async def loop(history, tools, run):
    said, wanted, _ = await ask(history, tools)
    while wanted:
        history += [
            {"role": "assistant", "content": [{"type": "text", "text": said}] + [{"type": "tool_use", "id": i, "name": n, "input": a} for i, n, a in wanted]},  # expect: TLP102
            {"role": "user", "content": [{"type": "tool_result", "tool_use_id": i, "content": await run(n, a)} for i, n, a in wanted]},
        ]
        said, wanted, _ = await ask(history, tools)
    return said

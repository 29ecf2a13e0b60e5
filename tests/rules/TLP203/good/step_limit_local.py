from anthropic import AsyncAnthropic


async def limited(prompt, tools, use, limit=10):
    client = AsyncAnthropic()
    turns = [{"role": "user", "content": prompt}]
    step = 0
    while True:
        step += 1
        m = await client.messages.create(model="claude-opus-4-5", max_tokens=1400, messages=turns, tools=tools)
        turns.append({"role": "assistant", "content": m.content})
        if m.stop_reason != "tool_use":
            return "".join(b.text for b in m.content if b.type == "text")
        if step >= limit:
            return "gave up"
        turns.append({"role": "user", "content": [await use(b) for b in m.content if b.type == "tool_use"]})

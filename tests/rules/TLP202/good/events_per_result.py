from anthropic import AsyncAnthropic


async def agent(prompt, tools, use, bus):
    client = AsyncAnthropic()
    thread = [{"role": "user", "content": prompt}]
    events = []
    while True:
        m = await client.messages.create(model="claude-opus-4-5", max_tokens=1600, messages=thread, tools=tools)
        thread.append({"role": "assistant", "content": m.content})
        results = []
        for b in m.content:
            if b.type == "tool_use":
                text = await use(b.name, b.input)
                result = {"type": "tool_result", "tool_use_id": b.id, "content": text}
                results.append(result)
                events.append({"role": "user", "content": [result]})
                await bus.publish(events[-1])
        if not results:
            return m
        thread.append({"role": "user", "content": results})

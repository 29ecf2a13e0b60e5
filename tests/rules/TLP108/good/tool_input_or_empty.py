from anthropic import AsyncAnthropic


async def serve(llm: AsyncAnthropic, thread, tools, functions):
    while True:
        m = await llm.messages.create(model="claude-opus-4-7", max_tokens=2000, messages=thread, tools=tools)
        thread.append({"role": "assistant", "content": m.content})
        outs = []
        for b in m.content:
            if b.type == "tool_use":
                arguments = b.input or {}
                value = await functions[b.name](**arguments)
                outs.append({"type": "tool_result", "tool_use_id": b.id, "content": value or "(empty)"})
        if not outs:
            return m
        thread.append({"role": "user", "content": outs})

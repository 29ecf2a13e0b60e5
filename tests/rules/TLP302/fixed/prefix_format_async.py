from anthropic import AsyncAnthropic

api = AsyncAnthropic()


async def loop(number, wire, tools, use):
    while True:
        m = await api.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=wire, tools=tools)
        out = []
        for b in m.content:
            if b.type == "thinking":
                out.append(dict(type="thinking", thinking=b.thinking, signature=b.signature))
            else:
                out.append(b)
        wire.append({"role": "assistant", "content": out})
        results = [await use(b) for b in m.content if b.type == "tool_use"]
        if not results:
            return m
        wire.append({"role": "user", "content": results})

from anthropic import AsyncAnthropic


async def chat(client: AsyncAnthropic, wire, tools, use, ui):
    while True:
        waiting = {"type": "thinking", "thinking": "", "signature": ""}
        await ui.push({"role": "assistant", "content": [waiting]})
        m = await client.messages.create(model="claude-opus-4-5", max_tokens=1300, messages=wire, tools=tools)
        await ui.replace({"role": "assistant", "content": [b.to_dict() for b in m.content]})
        wire.append({"role": "assistant", "content": m.content})
        outs = [await use(b) for b in m.content if b.type == "tool_use"]
        if not outs:
            return m
        wire.append({"role": "user", "content": outs})

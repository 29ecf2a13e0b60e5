import anthropic


def panels(blocks):
    thoughts = [b for b in blocks if b.type == "thinking"]
    rest = [b for b in blocks if b.type != "thinking"]
    return {"left": thoughts, "right": rest}


async def loop(client: anthropic.AsyncAnthropic, wire, tools, use, ui):
    while True:
        reply = await client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=wire, tools=tools)
        await ui.draw(**panels(reply.content))
        wire.append({"role": "assistant", "content": reply.content})
        calls = panels(reply.content)["right"]
        outs = [await use(b) for b in calls if b.type == "tool_use"]
        if not outs:
            return reply
        wire.append({"role": "user", "content": outs})

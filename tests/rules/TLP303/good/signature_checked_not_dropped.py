from anthropic import AsyncAnthropic


def verify(blocks):
    missing = [i for i, b in enumerate(blocks) if b.type == "thinking" and not b.signature]
    if missing:
        raise RuntimeError(f"unsigned thinking at {missing}")
    return blocks


async def loop(client: AsyncAnthropic, messages, tools, use):
    while True:
        r = await client.messages.create(model="claude-opus-4-5", max_tokens=1100, messages=messages, tools=tools)
        messages += [{"role": "assistant", "content": verify(r.content)}]
        outs = [await use(b) for b in r.content if b.type == "tool_use"]
        if not outs:
            return r
        messages += [{"role": "user", "content": outs}]

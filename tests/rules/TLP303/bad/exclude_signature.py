from anthropic import AsyncAnthropic

aclient = AsyncAnthropic()


async def spin(turns, tools, use):
    while True:
        m = await aclient.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=turns, tools=tools)
        turns.append({"role": "assistant", "content": [b.model_dump(exclude={"signature"}) for b in m.content]})  # expect: TLP303
        outs = [await use(b) for b in m.content if b.type == "tool_use"]
        if not outs:
            return m
        turns.append({"role": "user", "content": outs})

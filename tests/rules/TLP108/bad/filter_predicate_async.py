from anthropic import AsyncAnthropic

api = AsyncAnthropic()


def worth_sending(block):
    if block.type == "thinking":
        return len(block.thinking) > 0  # expect: TLP108
    return True


async def turn_by_turn(convo, tools, handle):
    while True:
        m = await api.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=convo, tools=tools)
        convo.append({"role": "assistant", "content": list(filter(worth_sending, m.content))})
        answers = [await handle(b) for b in m.content if b.type == "tool_use"]
        if not answers:
            return m
        convo.append({"role": "user", "content": answers})

from anthropic import AsyncAnthropic

llm = AsyncAnthropic()


def sendable(block):
    # "text content blocks must be non-empty"
    return not (block.type == "text" and not block.text)


async def rounds(convo, tools, invoke):
    while True:
        out = await llm.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=convo, tools=tools)
        blocks = [b for b in out.content if sendable(b)]
        if blocks:
            convo.append({"role": "assistant", "content": blocks})
        outs = [await invoke(b) for b in out.content if b.type == "tool_use"]
        if not outs:
            return out
        convo.append({"role": "user", "content": outs})

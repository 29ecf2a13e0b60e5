from anthropic import AsyncAnthropic

client = AsyncAnthropic()


async def solve(messages, tools, answer):
    while True:
        reply = await client.messages.create(model="claude-opus-4-7", max_tokens=800, messages=messages, tools=tools)
        messages.append({"role": "assistant", "content": [b.model_dump(exclude_none=True) for b in reply.content]})
        if reply.stop_reason != "tool_use":
            return reply
        messages.append({"role": "user", "content": [await answer(b) for b in reply.content if b.type == "tool_use"]})

from anthropic import AsyncAnthropic

client = AsyncAnthropic()
MODEL = "claude-sonnet-4-6"


async def reply_to(conversation, tools, run, show):
    plan = await client.messages.create(
        model=MODEL,
        max_tokens=8000,
        messages=conversation,
        tools=tools,
        thinking={"type": "enabled", "budget_tokens": 3000},
    )
    if plan.stop_reason != "tool_use":
        return plan
    conversation.append({"role": "assistant", "content": plan.content})
    results = [await run(block) for block in plan.content if block.type == "tool_use"]
    conversation.append({"role": "user", "content": results})
    async with client.messages.stream(
        model=MODEL,
        max_tokens=2000,
        messages=conversation,
        tools=tools,
        thinking={"type": "disabled"},  # expect: TLP407
    ) as stream:
        async for text in stream.text_stream:
            show(text)
        return await stream.get_final_message()

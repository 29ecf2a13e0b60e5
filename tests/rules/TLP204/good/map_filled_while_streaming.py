import anthropic


async def collect(client: anthropic.AsyncAnthropic, messages, tools, make):
    ids = {}
    calls = []
    async with client.messages.stream(
        model="claude-opus-4-5", max_tokens=8000, messages=messages, tools=tools
    ) as stream:
        async for event in stream:
            if event.type == "content_block_start" and event.content_block.type == "tool_use":
                ids[event.index] = event.content_block.id
        final = await stream.get_final_message()
    for number, block in enumerate(final.content):
        if block.type == "tool_use":
            calls.append(make(id=ids.get(number), name=block.name, arguments=block.input))
    return calls

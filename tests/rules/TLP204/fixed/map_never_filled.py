import anthropic


class Call:
    def __init__(self, id, name, arguments):
        self.id = id
        self.name = name
        self.arguments = arguments


async def collect(client: anthropic.AsyncAnthropic, messages, tools):
    text, calls = "", []
    async with client.messages.stream(
        model="claude-opus-4-5", max_tokens=8000, messages=messages, tools=tools
    ) as stream:
        async for event in stream:
            if event.type == "content_block_delta" and event.delta.type == "text_delta":
                text += event.delta.text
        final = await stream.get_final_message()
    for block in final.content:
        if block.type == "tool_use":
            calls.append(Call(id=block.id, name=block.name, arguments=block.input))
    return text, calls

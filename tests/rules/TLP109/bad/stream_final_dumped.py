from anthropic import AsyncAnthropic

client = AsyncAnthropic()


async def talk(conversation, tools, answer, show):
    while True:
        async with client.messages.stream(
            model="claude-opus-4-7", max_tokens=2000, messages=conversation, tools=tools
        ) as stream:
            async for text in stream.text_stream:
                show(text)
            final = await stream.get_final_message()
        blocks = []
        for block in final.content:
            blocks.append(block.model_dump(mode="json", by_alias=True))
        conversation.append({"role": "assistant", "content": blocks})  # expect: TLP109
        results = [await answer(block) for block in final.content if block.type == "tool_use"]
        if not results:
            return final
        conversation.append({"role": "user", "content": results})

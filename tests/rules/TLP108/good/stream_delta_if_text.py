from anthropic import AsyncAnthropic


async def live(client: AsyncAnthropic, dialog, tools, act, send):
    while True:
        async with client.messages.stream(
            model="claude-opus-4-7", max_tokens=2000, messages=dialog, tools=tools
        ) as stream:
            async for event in stream:
                if event.type == "content_block_delta" and event.delta.type == "thinking_delta":
                    if event.delta.thinking:
                        await send({"thinking": event.delta.thinking})
            message = await stream.get_final_message()
        dialog.append({"role": "assistant", "content": message.content})
        outs = [await act(b) for b in message.content if b.type == "tool_use"]
        if not outs:
            return message
        dialog.append({"role": "user", "content": outs})

import anthropic

client = anthropic.AsyncAnthropic()


async def turn(history, tools, screen):
    async with client.messages.stream(
        model="claude-opus-4-7", max_tokens=4096, messages=history, tools=tools
    ) as stream:
        shown = {}
        async for event in stream:
            if event.type == "content_block_start":
                if event.content_block.type == "tool_use":
                    shown[event.index] = screen.card(event.content_block.id, event.content_block.name)
            elif event.type == "content_block_delta":
                if event.delta.type == "text_delta":
                    screen.write(event.delta.text)
                elif event.delta.type == "input_json_delta":
                    shown[event.index].feed(event.delta.partial_json)
    history.append({"role": "assistant", "content": stream.current_message_snapshot.content})
    return [b for b in stream.current_message_snapshot.content if b.type == "tool_use"]

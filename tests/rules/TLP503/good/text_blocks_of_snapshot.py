import asyncio

import anthropic


async def answer(client: anthropic.AsyncAnthropic, messages, send):
    async with client.messages.stream(model="claude-opus-4-7", max_tokens=4096, messages=messages) as stream:
        try:
            async for text in stream.text_stream:
                await send(text)
        except asyncio.CancelledError:
            kept = [b for b in stream.current_message_snapshot.content if b.type == "text" and b.text]
            messages.append({"role": "assistant", "content": kept})
            raise
        messages.append({"role": "assistant", "content": (await stream.get_final_message()).content})

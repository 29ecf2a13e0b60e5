"""A proxy: it counts and logs calls and text, and every event goes on as it came."""

import anthropic

client = anthropic.AsyncAnthropic()


async def relay(body, meter):
    calls, said = {}, ""
    stream = await client.messages.create(**body, stream=True)
    async for event in stream:
        if event.type == "content_block_start" and event.content_block.type == "tool_use":
            calls[event.index] = {"id": event.content_block.id, "json": ""}
        elif event.type == "content_block_delta":
            if event.delta.type == "text_delta":
                said += event.delta.text
            elif event.delta.type == "input_json_delta":
                calls[event.index]["json"] += event.delta.partial_json
        yield event
    meter.record(len(said), list(calls.values()))

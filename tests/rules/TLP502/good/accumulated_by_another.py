"""Each event also goes to an accumulator from elsewhere, whose turn is stored."""

import anthropic

from .stream_state import StreamState


async def converse(client: anthropic.AsyncAnthropic, store, tools, send):
    state = StreamState()
    pending = {}
    events = await client.messages.create(
        model="claude-opus-4-7", max_tokens=2048, messages=store.messages(), tools=tools, stream=True
    )
    async for event in events:
        state.add(event)
        if event.type == "content_block_start" and event.content_block.type == "tool_use":
            pending[event.index] = {"id": event.content_block.id, "json": ""}
        elif event.type == "content_block_delta" and event.delta.type == "text_delta":
            await send({"text": event.delta.text})
        elif event.type == "content_block_delta" and event.delta.type == "input_json_delta":
            pending[event.index]["json"] += event.delta.partial_json
            await send({"call": pending[event.index]["id"], "json": event.delta.partial_json})
    store.add(state.message())

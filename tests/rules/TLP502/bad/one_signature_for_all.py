"""The thinking of all blocks runs together, and the last signature signs it."""

import json

import anthropic

client = anthropic.AsyncAnthropic()


async def respond(conversation, tools, on_text):
    said, thought, signature = "", "", ""
    calls = {}
    async with client.messages.stream(
        model="claude-opus-4-7",
        max_tokens=16000,
        messages=conversation,
        tools=tools,
        thinking={"type": "adaptive"},
    ) as stream:
        async for event in stream:
            if event.type == "content_block_start" and event.content_block.type == "tool_use":
                calls[event.index] = [event.content_block.id, event.content_block.name, ""]
            elif event.type == "content_block_delta":
                delta = event.delta
                if delta.type == "text_delta":
                    said += delta.text
                    await on_text(delta.text)
                elif delta.type == "thinking_delta":
                    thought += delta.thinking
                elif delta.type == "signature_delta":
                    signature = delta.signature  # expect: TLP502
                elif delta.type == "input_json_delta":
                    calls[event.index][2] += delta.partial_json
    return {
        "text": said,
        "reasoning": {"text": thought, "signature": signature},
        "calls": [{"id": i, "name": n, "input": json.loads(raw or "{}")} for i, n, raw in calls.values()],
    }

"""The project's own parts, with a place for a signature and for what is sealed."""

import json
from dataclasses import dataclass

import anthropic


@dataclass
class Part:
    kind: str
    text: str = ""
    signature: str | None = None
    sealed: str | None = None
    call: dict | None = None


async def parts(client: anthropic.AsyncAnthropic, history, tools):
    calls = {}
    stream = await client.messages.create(
        model="claude-opus-4-7", max_tokens=2048, messages=history, tools=tools, stream=True
    )
    async for event in stream:
        match event.type:
            case "content_block_start":
                block = event.content_block
                match block.type:
                    case "tool_use":
                        calls[event.index] = {"id": block.id, "name": block.name, "raw": ""}
                    case "redacted_thinking":
                        yield Part("thought", sealed=block.data)
            case "content_block_delta":
                match event.delta.type:
                    case "text_delta":
                        yield Part("text", event.delta.text)
                    case "thinking_delta":
                        yield Part("thought", event.delta.thinking)
                    case "signature_delta":
                        yield Part("thought", signature=event.delta.signature)
                    case "input_json_delta":
                        calls[event.index]["raw"] += event.delta.partial_json
            case "content_block_stop":
                if event.index in calls:
                    call = calls.pop(event.index)
                    yield Part("call", call={**call, "input": json.loads(call["raw"] or "{}")})

"""Raw events; blocks are kept as they start, and only text and arguments are added."""

import json

import httpx


async def stream(http: httpx.AsyncClient, body):
    blocks, raw = {}, {}
    async with http.stream("POST", "https://api.anthropic.com/v1/messages", json={**body, "stream": True}) as response:
        response.raise_for_status()
        async for line in response.aiter_lines():
            if not line.startswith("data:"):
                continue
            event = json.loads(line[5:])
            if event["type"] == "content_block_start":
                blocks[event["index"]] = event["content_block"]
            elif event["type"] == "content_block_delta":
                delta = event["delta"]
                if delta["type"] == "input_json_delta":
                    raw[event["index"]] = raw.get(event["index"], "") + delta["partial_json"]
                elif delta["type"] == "text_delta":
                    blocks[event["index"]]["text"] += delta["text"]
                elif delta["type"] == "thinking_delta":
                    blocks[event["index"]]["thinking"] += delta["thinking"]
                elif delta["type"] == "signature_delta":
                    blocks[event["index"]]["signature"] = delta["signature"]
    for index, text in raw.items():
        blocks[index]["input"] = json.loads(text or "{}")
    return list(blocks.values())


async def session(http, messages, tools, run):
    body = {"model": "claude-opus-4-7", "max_tokens": 4096, "tools": tools}
    while True:
        turn = await stream(http, {**body, "messages": messages})
        messages.append({"role": "assistant", "content": turn})
        calls = [block for block in turn if block["type"] == "tool_use"]
        if not calls:
            return messages
        results = [
            {"type": "tool_result", "tool_use_id": call["id"], "content": await run(call["name"], call["input"])}
            for call in calls
        ]
        messages.append({"role": "user", "content": results})

"""A proxy that renumbers blocks: what starts is what started upstream, and its deltas follow as they come."""

import json

import httpx


async def relay(body, key, offset):
    async with (
        httpx.AsyncClient() as http,
        http.stream("POST", "https://api.anthropic.com/v1/messages", json=body, headers={"x-api-key": key}) as upstream,
    ):
        async for line in upstream.aiter_lines():
            if not line.startswith("data: "):
                continue
            event = json.loads(line[6:])
            if event["type"] == "content_block_start":
                block = event["content_block"]
                number = event["index"] + offset
                yield {"type": "content_block_start", "index": number, "content_block": block}
            elif "index" in event:
                yield {**event, "index": event["index"] + offset}
            else:
                yield event

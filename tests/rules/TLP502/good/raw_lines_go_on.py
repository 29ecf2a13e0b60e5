"""The bytes of the stream are handed on; beside that, what was called is noted."""

import json

import httpx


async def forward(request, key, notes):
    async with (
        httpx.AsyncClient() as http,
        http.stream(
            "POST", "https://api.anthropic.com/v1/messages", json=request, headers={"x-api-key": key}
        ) as upstream,
    ):
        open_calls, said = {}, []
        async for line in upstream.aiter_lines():
            if line.startswith("data: "):
                payload = line[6:]
                event = json.loads(payload)
                if event["type"] == "content_block_start" and event["content_block"]["type"] == "tool_use":
                    open_calls[event["index"]] = {"id": event["content_block"]["id"], "json": ""}
                elif event["type"] == "content_block_delta":
                    delta = event["delta"]
                    if delta["type"] == "text_delta":
                        said.append(delta["text"])
                    elif delta["type"] == "input_json_delta":
                        open_calls[event["index"]]["json"] += delta["partial_json"]
            yield line + "\n"
        notes.append((said, open_calls))

import os

import httpx


async def ask_claude(client: httpx.AsyncClient, messages: list, tools: list) -> dict:
    r = await client.post(
        "https://api.anthropic.com/v1/messages",
        headers={"x-api-key": os.environ["ANTHROPIC_API_KEY"], "anthropic-version": "2023-06-01"},
        json={"model": "claude-opus-4-5", "max_tokens": 1024, "messages": messages, "tools": tools},
    )
    return r.json()


async def session(client: httpx.AsyncClient, first: str, tools: list, perform) -> str:
    log = [{"role": "user", "content": first}]
    while True:
        body = await ask_claude(client, log, tools)
        said = body["content"][0].get("text", "")
        log.append({"role": "assistant", "content": body["content"]})
        if body["stop_reason"] != "tool_use":
            return said
        answers = []
        for block in body["content"]:
            if block["type"] == "tool_use":
                answers.append(
                    {"type": "tool_result", "tool_use_id": block["id"], "content": await perform(block["name"], block)}
                )
        log.append({"role": "user", "content": answers})

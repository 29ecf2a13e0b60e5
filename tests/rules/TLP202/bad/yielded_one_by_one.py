"""Rows of our database to messages of the API."""

from collections.abc import Iterator
from typing import Any


def messages(rows: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for row in rows:
        if row["kind"] == "answer":
            content = [{"type": "tool_result", "tool_use_id": row["call_id"], "content": row["text"]}]
            yield {"role": "user", "content": content}  # expect: TLP202
        elif row["kind"] == "turn":
            yield {"role": "assistant", "content": row["blocks"]}
        else:
            yield {"role": "user", "content": row["text"]}


async def send(client: Any, rows: list[dict[str, Any]], tools: list[Any]) -> Any:
    wire = list(messages(rows))
    return await client.messages.create(model="claude-opus-4-5", max_tokens=1024, messages=wire, tools=tools)

"""Turns our stored messages into what the Messages API takes."""

from typing import TypedDict


class Call(TypedDict):
    call_id: str
    tool: str
    args: dict


class Stored(TypedDict, total=False):
    author: str
    body: str
    calls: list[Call]
    answers: list[dict]


def to_anthropic(thread: list[Stored]) -> list[dict]:
    wire = []
    for entry in thread:
        if entry["author"] == "model":
            parts = [{"type": "text", "text": entry["body"]}] if entry.get("body") else []
            parts += [
                {"type": "tool_use", "id": c["call_id"], "name": c["tool"], "input": c["args"]}
                for c in entry.get("calls", [])
            ]
            wire.append({"role": "assistant", "content": parts})  # expect: TLP102
        elif entry["author"] == "tools":
            wire.append(
                {
                    "role": "user",
                    "content": [
                        {"type": "tool_result", "tool_use_id": a["call_id"], "content": a["output"]}
                        for a in entry["answers"]
                    ],
                }
            )
        else:
            wire.append({"role": "user", "content": entry["body"]})
    return wire

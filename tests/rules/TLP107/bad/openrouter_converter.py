from dataclasses import dataclass, field
from typing import Any

import httpx

URL = "https://openrouter.ai/api/v1/chat/completions"


@dataclass
class Call:
    ident: str
    tool: str
    arguments: str


@dataclass
class Turn:
    speaker: str
    words: str = ""
    calls: list[Call] = field(default_factory=list)


def wire(turn: Turn) -> dict[str, Any]:
    if turn.speaker == "human":
        return {"role": "user", "content": turn.words}
    return {  # expect: TLP107
        "role": "assistant",
        "content": turn.words,
        "tool_calls": [
            {"id": c.ident, "type": "function", "function": {"name": c.tool, "arguments": c.arguments}}
            for c in turn.calls
        ],
    }


def ask(turns: list[Turn], model: str, key: str) -> dict[str, Any]:
    body = {"model": model, "messages": [wire(t) for t in turns]}
    return httpx.post(URL, json=body, headers={"Authorization": f"Bearer {key}"}).json()

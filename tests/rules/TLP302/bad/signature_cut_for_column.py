from dataclasses import dataclass
from typing import Any


@dataclass
class StoredBlock:
    kind: str
    payload: dict[str, Any]


def store(message: Any) -> list[StoredBlock]:
    rows = []
    for b in message.content:
        payload = b.to_dict()
        if b.type == "thinking":
            payload["signature"] = payload["signature"][:255]  # expect: TLP302
        rows.append(StoredBlock(b.type, payload))
    return rows


def load(rows: list[StoredBlock]) -> dict[str, Any]:
    return {"role": "assistant", "content": [r.payload for r in rows]}


def turn(client: Any, table: list[list[StoredBlock]], wire: list[Any], tools: list[Any], use: Any) -> bool:
    m = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=wire, tools=tools)
    table.append(store(m))
    wire.append(load(table[-1]))
    outs = [use(b) for b in m.content if b.type == "tool_use"]
    if outs:
        wire.append({"role": "user", "content": outs})
    return bool(outs)

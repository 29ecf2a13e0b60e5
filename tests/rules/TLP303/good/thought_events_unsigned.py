from collections.abc import Iterator
from typing import Any


def events(message: Any) -> Iterator[dict[str, Any]]:
    for b in message.content:
        if b.type == "thinking":
            yield {"type": "thinking", "thinking": b.thinking}
        elif b.type == "text":
            yield {"type": "text", "text": b.text}


def run(client: Any, wire: list[Any], tools: list[Any], use: Any) -> Iterator[dict[str, Any]]:
    while True:
        m = client.messages.create(model="claude-opus-4-5", max_tokens=1100, messages=wire, tools=tools)
        yield from events(m)
        wire.append({"role": "assistant", "content": m.content})
        outs = [use(b) for b in m.content if b.type == "tool_use"]
        if not outs:
            return
        wire.append({"role": "user", "content": outs})

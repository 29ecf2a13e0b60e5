from typing import Any, NamedTuple


class Thought(NamedTuple):
    text: str
    signature: str


class Turn(NamedTuple):
    thoughts: list[Thought]
    blocks: list[Any]


def read(message: Any) -> Turn:
    thoughts = [Thought(b.thinking, b.signature) for b in message.content if b.type == "thinking"]
    return Turn(thoughts, list(message.content))


def write(turn: Turn) -> dict[str, Any]:
    return {"role": "assistant", "content": turn.blocks}


async def loop(client: Any, wire: list[Any], tools: list[Any], use: Any, panel: Any) -> Any:
    while True:
        m = await client.messages.create(model="claude-opus-4-5", max_tokens=1100, messages=wire, tools=tools)
        turn = read(m)
        panel([t.text for t in turn.thoughts])
        wire.append(write(turn))
        outs = [await use(b) for b in turn.blocks if b.type == "tool_use"]
        if not outs:
            return m
        wire.append({"role": "user", "content": outs})

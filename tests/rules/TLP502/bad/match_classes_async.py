"""Class patterns over the SDK's events; only text and calls have a case."""

import json
from dataclasses import dataclass, field

from anthropic import AsyncAnthropic
from anthropic.types import (
    InputJSONDelta,
    RawContentBlockDeltaEvent,
    RawContentBlockStartEvent,
    TextDelta,
    ToolUseBlock,
)


@dataclass
class Call:
    id: str
    name: str
    raw: str = ""

    @property
    def arguments(self):
        return json.loads(self.raw or "{}")


@dataclass
class Turn:
    text: str = ""
    calls: dict[int, Call] = field(default_factory=dict)


async def take_turn(client: AsyncAnthropic, history, tools) -> Turn:
    turn = Turn()
    stream = await client.messages.create(
        model="claude-opus-4-7", max_tokens=8000, messages=history, tools=tools, stream=True
    )
    async for event in stream:
        match event:
            case RawContentBlockStartEvent(index=index, content_block=ToolUseBlock(id=id, name=name)):
                turn.calls[index] = Call(id, name)
            case RawContentBlockDeltaEvent(delta=TextDelta(text=text)):  # expect: TLP502
                turn.text += text
            case RawContentBlockDeltaEvent(index=index, delta=InputJSONDelta(partial_json=piece)):
                turn.calls[index].raw += piece
    return turn

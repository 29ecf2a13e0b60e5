from enum import Enum

from anthropic import AsyncAnthropic


class Kind(str, Enum):
    TEXT = "text"
    THINKING = "thinking"
    CALL = "tool_use"


def kind_of(block):
    try:
        return Kind(block.type)
    except ValueError:
        return None


async def watch(client: AsyncAnthropic, dialog, tools, use, board):
    while True:
        m = await client.messages.create(model="claude-opus-4-5", max_tokens=1300, messages=dialog, tools=tools)
        for b in m.content:
            board.post({"type": "thinking" if kind_of(b) is Kind.THINKING else "output", "thinking": str(b)})
        dialog.append({"role": "assistant", "content": m.content})
        outs = [await use(b) for b in m.content if kind_of(b) is Kind.CALL]
        if not outs:
            return m
        dialog.append({"role": "user", "content": outs})

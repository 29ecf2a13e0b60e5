from typing import cast

from openai import AsyncOpenAI
from openai.types.chat import ChatCompletionAssistantMessageParam as Turn

client = AsyncOpenAI(base_url="https://api.deepseek.com")


def split(message):
    """The text of a stored turn, and what its provider wants besides."""
    extra = {part["field"]: part["text"] for part in message.parts if part["field"] == "reasoning_content"}
    return "".join(part["text"] for part in message.parts if part["field"] == "content"), extra


async def as_turn(message):
    content, extra = split(message)
    calls = [{"id": c.id, "type": "function", "function": {"name": c.name, "arguments": c.raw}} for c in message.calls]
    turn = Turn(role="assistant", content=content, tool_calls=calls)
    if extra:
        turn = cast(Turn, turn | extra)
    return turn


def as_row(message):
    content, extra = split(message)
    calls = [{"id": c.id, "type": "function", "function": {"name": c.name, "arguments": c.raw}} for c in message.calls]
    row = {"role": "assistant", "content": content, "tool_calls": calls}
    return {**row, **extra}


async def ask(stored, tools):
    messages = [as_row(m) if m.old else await as_turn(m) for m in stored]
    return await client.chat.completions.create(model="deepseek-chat", messages=messages, tools=tools)

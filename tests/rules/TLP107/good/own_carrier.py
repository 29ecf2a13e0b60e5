from dataclasses import dataclass, field
from typing import Any

from litellm import completion


@dataclass
class Message:
    role: str
    content: str | None
    tool_calls: list[Any] = field(default_factory=list)
    original: Any = None


def ask(store, tools):
    reply = completion(model="deepseek/deepseek-chat", messages=[m.original for m in store], tools=tools)
    turn = reply.choices[0].message
    store.append(Message(role="assistant", content=turn.content, tool_calls=turn.tool_calls or [], original=turn))
    return turn

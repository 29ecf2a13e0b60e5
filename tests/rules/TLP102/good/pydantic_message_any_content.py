from typing import Any, Literal

from anthropic import Anthropic
from pydantic import BaseModel


class Msg(BaseModel):
    role: Literal["user", "assistant"]
    content: Any

    def wire(self) -> dict[str, Any]:
        return {"role": self.role, "content": self.content}


class Store(BaseModel):
    messages: list[Msg] = []

    def put(self, role: Literal["user", "assistant"], content: Any) -> None:
        self.messages.append(Msg(role=role, content=content))


def loop(client: Anthropic, store: Store, tools: list[Any], run: Any) -> None:
    while True:
        wire = [m.wire() for m in store.messages]
        got = client.messages.create(model="claude-opus-4-5", max_tokens=2500, messages=wire, tools=tools)
        store.put("assistant", [b.to_dict() for b in got.content])
        outs = [run(b) for b in got.content if b.type == "tool_use"]
        if not outs:
            return
        store.put("user", outs)

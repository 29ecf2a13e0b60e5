from typing import Any, Literal

from pydantic import BaseModel


class Item(BaseModel):
    kind: Literal["text", "call", "outcome"]
    text: str | None = None
    call_id: str | None = None
    name: str | None = None
    payload: dict[str, Any] | None = None


class ChatMessage(BaseModel):
    role: str
    items: list[Item]

    @classmethod
    def from_response(cls, response: Any) -> "ChatMessage":
        items = []
        for block in response.content:
            if block.type == "text":
                items.append(Item(kind="text", text=block.text))
            if block.type == "tool_use":
                items.append(Item(kind="call", call_id=block.id, name=block.name, payload=block.input))
        return cls(role="assistant", items=items)

    def _block(self, item: Item) -> dict[str, Any]:
        if item.kind == "text":
            return {"type": "text", "text": item.text}
        if item.kind == "call":
            return {"type": "tool_use", "id": item.call_id, "name": item.name, "input": item.payload}
        return {"type": "tool_result", "tool_use_id": item.call_id, "content": item.text}

    def to_wire(self) -> dict[str, Any]:
        return {"role": self.role, "content": [self._block(i) for i in self.items]}  # expect: TLP102

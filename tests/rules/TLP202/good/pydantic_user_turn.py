from typing import Any

from pydantic import BaseModel


class ToolAnswer(BaseModel):
    call_id: str
    output: str
    failed: bool = False

    def block(self) -> dict[str, Any]:
        return {
            "type": "tool_result",
            "tool_use_id": self.call_id,
            "content": self.output,
            "is_error": self.failed,
        }


class UserTurn(BaseModel):
    answers: list[ToolAnswer] = []
    text: str = ""

    def wire(self) -> dict[str, Any]:
        blocks = [a.block() for a in self.answers]
        if self.text:
            blocks.append({"type": "text", "text": self.text})
        return {"role": "user", "content": blocks}

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from anthropic import Anthropic


@dataclass
class ToolCall:
    id: str
    name: str
    arguments: dict[str, Any]


@dataclass
class LLMReply:
    text: str
    tool_calls: list[ToolCall] = field(default_factory=list)


class ClaudeProvider:
    def __init__(self, model: str) -> None:
        self._client = Anthropic()
        self._model = model

    def complete(self, chat: list[dict[str, Any]], tools: list[dict[str, Any]]) -> LLMReply:
        raw = self._client.messages.create(model=self._model, max_tokens=4096, messages=chat, tools=tools)
        reply = LLMReply(text="")
        for block in raw.content:
            if block.type == "text":
                reply.text += block.text
            elif block.type == "tool_use":
                reply.tool_calls.append(ToolCall(block.id, block.name, dict(block.input)))
        return reply

    def assistant_message(self, reply: LLMReply) -> dict[str, Any]:
        blocks: list[dict[str, Any]] = []
        if reply.text:
            blocks.append({"type": "text", "text": reply.text})
        for call in reply.tool_calls:
            blocks.append({"type": "tool_use", "id": call.id, "name": call.name, "input": call.arguments})
        return {"role": "assistant", "content": blocks}  # expect: TLP102

    def tool_message(self, pairs: list[tuple[ToolCall, str]]) -> dict[str, Any]:
        return {
            "role": "user",
            "content": [{"type": "tool_result", "tool_use_id": c.id, "content": out} for c, out in pairs],
        }

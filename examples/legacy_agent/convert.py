"""Between our turns and the Messages API: for saved sessions and for imported ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from legacy_agent.turns import ToolCall, Turn

if TYPE_CHECKING:
    from anthropic.types import Message


def from_response(response: Message) -> Turn:
    """What we keep of a response."""
    turn = Turn("assistant")
    for block in response.content:
        if block.type == "text":
            turn.text += block.text
        elif block.type == "tool_use":
            turn.calls.append(ToolCall(block.id, block.name, block.input))
    return turn


def to_wire(turns: list[Turn]) -> list[dict[str, Any]]:
    """The messages that the API wants."""
    messages: list[dict[str, Any]] = []
    for turn in turns:
        if turn.role == "assistant":
            content: list[dict[str, Any]] = []
            if turn.text:
                content.append({"type": "text", "text": turn.text})
            for call in turn.calls:
                content.append({"type": "tool_use", "id": call.id, "name": call.name, "input": call.arguments})
            messages.append({"role": "assistant", "content": content})
        elif turn.role == "tool":
            result = {"type": "tool_result", "tool_use_id": turn.call_id, "content": turn.text}
            messages.append({"role": "user", "content": [result]})
        else:
            messages.append({"role": "user", "content": turn.text})
    return messages


def from_export(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The messages of a session that was exported by the old web desk, which kept the reasoning as plain text."""
    messages: list[dict[str, Any]] = []
    for line in lines:
        if line["from"] != "desk":
            messages.append({"role": "user", "content": line["body"]})
            continue
        content = []
        if line.get("reasoning"):
            content.append({"type": "thinking", "thinking": line["reasoning"]})
        content.append({"type": "text", "text": line["body"]})
        for use in line.get("uses", []):
            content.append({"type": "tool_use", "id": use["id"], "name": use["name"], "input": use["input"]})
        messages.append({"role": "assistant", "content": content})
    return messages


def lead_with_thinking(messages: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """With thinking enabled the API refuses assistant messages that call a tool and do not start with thinking."""
    for message in messages:
        if message["role"] != "assistant" or isinstance(message["content"], str):
            continue
        if message["content"] and message["content"][0]["type"] != "thinking":
            message["content"].insert(0, {"type": "thinking", "thinking": "...", "signature": "resumed"})
    return messages

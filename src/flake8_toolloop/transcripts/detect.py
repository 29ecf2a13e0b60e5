"""Which format a value is recorded in, by its shape alone: names of files say nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from flake8_toolloop.testing.reading import word

CLAUDE_CODE = frozenset({"uuid", "parentUuid", "leafUuid", "sessionId", "isSnapshotUpdate"})
"""Keys that only records of Claude Code sessions have."""
ITEMS = frozenset(
    {
        "reasoning",
        "function_call",
        "function_call_output",
        "custom_tool_call",
        "custom_tool_call_output",
        "computer_call",
        "computer_call_output",
        "local_shell_call",
        "local_shell_call_output",
        "shell_call",
        "shell_call_output",
        "apply_patch_call",
        "apply_patch_call_output",
        "web_search_call",
        "file_search_call",
        "code_interpreter_call",
        "image_generation_call",
        "mcp_call",
        "mcp_list_tools",
        "mcp_approval_request",
        "mcp_approval_response",
        "item_reference",
    }
)
_PARTS = frozenset({"input_text", "output_text", "input_image", "input_file", "refusal", "summary_text"})
_CHAT_KEYS = frozenset({"tool_calls", "tool_call_id", "function_call", "reasoning_content", "reasoning_details"})
_CHAT_ROLES = frozenset({"tool", "developer", "function", "system"})
_CHAT_BLOCKS = frozenset({"image_url", "input_audio", "file"})
_BEDROCK = frozenset(
    {"toolUse", "toolResult", "reasoningContent", "cachePoint", "guardContent", "citationsContent", "searchResult"}
)


def is_record(value: object) -> bool:
    """Whether a value is a line of a Claude Code session."""
    return isinstance(value, dict) and "type" in value and not CLAUDE_CODE.isdisjoint(value)


def of_messages(messages: Iterable[object], body: Mapping[str, Any] | None = None) -> str | None:
    """The format of a list of messages or items; None where it is none.

    Plain texts under roles are the same in two formats: the model decides, or the one that takes everything.
    """
    some = blocks = False
    for message in messages:
        if isinstance(message, dict):
            told = _of_message(message)
            if told:
                return told
            blocks = blocks or (message.get("role") == "assistant" and isinstance(message.get("content"), list))
            some = some or "role" in message or ("content" in message and "type" not in message)
    if blocks:
        return "anthropic"
    if not some:
        return None
    model = str((body or {}).get("model", ""))
    anthropic = "claude" in model or (body is not None and "system" in body)
    return "anthropic" if anthropic else "chat"


def _of_message(message: Mapping[str, Any]) -> str | None:
    """What one message says for certain."""
    if isinstance(message.get("parts"), list):
        return "gemini"
    kind = message.get("type")
    if isinstance(kind, str) and kind in ITEMS and "role" not in message:
        return "responses"
    if not _CHAT_KEYS.isdisjoint(message) or word(message.get("role")) in _CHAT_ROLES:
        content = message.get("content")
        system = message.get("role") == "system" and isinstance(content, list)
        return None if system else "chat"
    content = message.get("content")
    if isinstance(content, list):
        return _of_blocks(content, str(message.get("role")))
    return None


def _of_blocks(content: list[Any], role: str) -> str | None:
    for block in content:
        if not isinstance(block, dict):
            continue
        kind = block.get("type")
        if isinstance(kind, str):
            if kind in _PARTS:
                return "responses"
            if kind in _CHAT_BLOCKS and "source" not in block:
                return "chat"
            if kind != "text":
                return "anthropic"
        elif not _BEDROCK.isdisjoint(block) or (set(block) == {"text"} and role in ("user", "assistant")):
            return "bedrock"
    return None

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
        "tool_search_call",
        "tool_search_output",
        "additional_tools",
        "configuration_update",
        "compaction_trigger",
        "program",
        "program_output",
    }
)
_PARTS = frozenset({"input_text", "output_text", "input_image", "input_file", "summary_text"})
_CHAT_KEYS = frozenset({"tool_calls", "tool_call_id", "function_call", "reasoning_content", "reasoning_details"})
_CHAT_ROLES = frozenset({"tool", "function"})
_CHAT_BLOCKS = frozenset({"image_url", "input_audio", "file"})
_BEDROCK = frozenset(
    {"toolUse", "toolResult", "reasoningContent", "cachePoint", "guardContent", "citationsContent", "searchResult"}
)


def is_record(value: object) -> bool:
    """Whether a value is a line of a Claude Code session."""
    return isinstance(value, dict) and "type" in value and not CLAUDE_CODE.isdisjoint(value)


def of_messages(messages: Iterable[object], body: Mapping[str, Any] | None = None) -> str | None:
    """The format of a list of messages or items; None where it is none.

    Plain texts under roles are the same in several formats: the key that holds them decides, or the model, or it is
    the one that takes everything. What both of OpenAI's formats have is no more than a hint.
    """
    some = blocks = openai = False
    for message in messages:
        if isinstance(message, dict):
            told = _of_message(message)
            if told and (not openai or told in ("chat", "responses") or _calls(message)):
                return told
            openai = openai or _of_openai(message)
            blocks = blocks or (message.get("role") == "assistant" and isinstance(message.get("content"), list))
            some = some or "role" in message or ("content" in message and "type" not in message)
    if blocks and not openai:
        return "anthropic"
    if not some:
        return None
    if body is not None and body.get("input") is messages:
        return "responses"
    if openai:
        return "chat"
    model = str((body or {}).get("model", ""))
    anthropic = "claude" in model or (body is not None and "system" in body)
    return "anthropic" if anthropic else "chat"


def _of_message(message: Mapping[str, Any]) -> str | None:
    """What one message says for certain."""
    if isinstance(message.get("parts"), list):
        return "gemini"
    kind = message.get("type")
    if isinstance(kind, str) and kind in ITEMS and ("role" not in message or kind == "additional_tools"):
        return "responses"
    if not _CHAT_KEYS.isdisjoint(message) or word(message.get("role")) in _CHAT_ROLES:
        return "chat"
    content = message.get("content")
    if isinstance(content, list) and message.get("role") != "system":
        return _of_blocks(content, str(message.get("role")))
    return None


def _of_openai(message: Mapping[str, Any]) -> bool:
    """Whether both formats of OpenAI have such a message: instructions as text, or a refusal."""
    role, content = message.get("role"), message.get("content")
    refused = isinstance(content, list) and "refusal" in _kinds(content)
    return refused or role == "developer" or (role == "system" and not isinstance(content, list))


def _calls(message: Mapping[str, Any]) -> bool:
    """Whether a message has a call or a result among its blocks, which Chat Completions has elsewhere."""
    content = message.get("content")
    return isinstance(content, list) and not {"tool_use", "tool_result"}.isdisjoint(_kinds(content))


def _kinds(content: list[Any]) -> list[str]:
    return [word(block.get("type")) for block in content if isinstance(block, dict)]


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
            if kind not in ("text", "refusal"):
                return "anthropic"
        elif not _BEDROCK.isdisjoint(block) or (set(block) == {"text"} and role in ("user", "assistant")):
            return "bedrock"
    return None

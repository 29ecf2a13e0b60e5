"""Chat Completions: the data half of the table: how conversations stand in requests, and what endpoints refuse.

Facts: the providers' pages (see the endpoints in `chat.py`) and the issues named beside each error, as read on
2026-11-30 and 2026-12-01.
"""

from __future__ import annotations

from dataclasses import dataclass

from flake8_toolloop.dialects.base import Kind
from flake8_toolloop.dialects.errors import ErrorText
from flake8_toolloop.dialects.wire import Wire

TOOL = "tool"
CALLS = "tool_calls"
CALL_ID = "tool_call_id"
SPEAKING = ("content", "refusal", "audio", "function_call")
"""Fields any of which makes an assistant message without calls one that says something."""

UNANSWERED = ErrorText(
    "unanswered",
    "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The"
    " following tool_call_ids did not have response messages: {ids}",
    "https://github.com/QwenLM/qwen-code/issues/315",
    signs=(
        "must be followed by tool messages responding to each 'tool_call_id'",
        "The following tool_call_ids did not have response messages",
    ),
)
ORPHAN = ErrorText(
    "orphan",
    "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
    "https://platform.openai.com/docs/guides/function-calling",
    signs=("messages with role 'tool' must be a response to a prece",),
)
DUPLICATE_RESULT = ErrorText(
    "duplicate-result",
    "Invalid parameter: Duplicate value for 'tool_call_id' of '{call}', in messages[{first}] and messages[{second}].",
    "https://github.com/agno-agi/agno/issues/5116",
    signs=("Duplicate value for 'tool_call_id' of",),
)
DUPLICATE_CALL = ErrorText(
    "duplicate-call",
    "duplicate tool_call_id {call}",
    "https://github.com/openclaw/openclaw/pull/47136",
    signs=("duplicate tool_call_id",),
)
EMPTY_ASSISTANT = ErrorText(
    "empty-assistant",
    "Invalid assistant message: content or tool_calls must be set",
    "https://github.com/carlrobertoh/ProxyAI/issues/834",
    signs=("content or tool_calls must be set",),
)
REASONING_MISSING = ErrorText(
    "reasoning-missing",
    "The `reasoning_content` in the thinking mode must be passed back to the API.",
    "https://api-docs.deepseek.com/guides/thinking_mode",
    signs=(
        "in the thinking mode must be passed back to the API",
        "Missing `reasoning_content` field in the assistant message at message index",
    ),
)
REASONING_MISSING_IN_CALL = ErrorText(
    "reasoning-missing-in-call",
    "thinking is enabled but reasoning_content is missing in assistant tool call message at index {index}",
    "https://github.com/anomalyco/opencode/issues/25758",
    signs=("reasoning_content is missing in assistant tool call message",),
)
REFUSED_BY_GROQ = ErrorText(
    "refused-by-groq",
    "'messages.{index}' : for 'role:assistant' the following must be satisfied[('messages.{index}' : property '{field}'"
    " is unsupported)]",
    "https://github.com/janhq/jan/issues/8136",
    signs=("property 'reasoning_content' is unsupported",),
)
REFUSED_BY_CEREBRAS = ErrorText(
    "refused-by-cerebras",
    "messages.{index}.assistant.{field}: property 'messages.{index}.assistant.{field}' is unsupported",
    "https://github.com/QwenLM/qwen-code/issues/11045",
    signs=("assistant.reasoning_content' is unsupported", "assistant.reasoning_content: property"),
)


@dataclass(frozen=True)
class Needs:
    """What an endpoint wants of the reasoning field in the messages of a request."""

    endpoint: str
    """Its name in `chat.ENDPOINTS`."""
    models: tuple[str, ...]
    """Beginnings of the names of its models that reason unless told not to, behind any owner's (`deepseek/`)."""
    field: str
    error: ErrorText
    only_calls: bool
    """Only messages with calls need it; else every assistant message of a request with tools does."""
    empty: bool
    """The field may be empty: then an empty one says truly that nothing was kept, and is what may be filled in."""
    source: str = ""


NEEDS = (
    Needs(
        "DeepSeek", ("deepseek-v4", "deepseek-reasoner"), "reasoning_content", REASONING_MISSING,
        only_calls=False, empty=True,
        source="https://api-docs.deepseek.com/guides/thinking_mode",
    ),
    Needs(
        "Kimi", ("kimi-k2-thinking", "kimi-k2.5", "kimi-k2.6", "kimi-k2.7", "kimi-k3"), "reasoning_content",
        REASONING_MISSING_IN_CALL, only_calls=True, empty=False,
        source="https://platform.moonshot.ai/docs/guide/use-kimi-k2-thinking-model",
    ),
    Needs(
        "MiMo", ("mimo-",), "reasoning_content", REASONING_MISSING, only_calls=False, empty=True,
        source="https://platform.xiaomimimo.com/docs/usage-guide/passing-back-reasoning_content",
    ),
)  # fmt: skip
"""Other endpoints lose the reasoning in silence, or have no use for it."""

ROUTED = ("reasoning", "reasoning_details", "thinking_blocks")
"""Fields in which routers and other servers carry the reasoning of the same models: the endpoint is not the maker's."""

NEEDED_SOMEWHERE = ("reasoning_content",)
"""Fields that some endpoint refuses to go without: where some calls of a file have one and others not, it is lost."""


@dataclass(frozen=True)
class Refuses:
    """A field of an assistant message that an endpoint refuses."""

    endpoint: str
    hints: tuple[str, ...]
    """Beginnings of a model's name as routers write it, and parts of an address, that name the endpoint."""
    fields: tuple[str, ...]
    error: ErrorText


REFUSES = (
    Refuses("Groq", ("groq/", "api.groq.com"), ("reasoning_content",), REFUSED_BY_GROQ),
    Refuses("Cerebras", ("cerebras/", "api.cerebras.ai"), ("reasoning_content",), REFUSED_BY_CEREBRAS),
)
"""Both take `reasoning` instead (as of 2026-09 and 2026-06)."""

SIGNATURE_PATH = ("extra_content", "google", "thought_signature")
"""Where a call of Gemini behind this API has its thought signature
(https://ai.google.dev/gemini-api/docs/thought-signatures, OpenAI compatibility)."""

WIRE = Wire(
    name="chat",
    title="Chat Completions",
    version="2026-12-01",
    holder="messages",
    unit=("choices", "[]", "message"),
    content="content",
    roles=("system", "developer", "user", "assistant", TOOL, "function"),
    assistant="assistant",
    kinds=(
        Kind("function", ("id", "type", "function")),
        Kind("custom", ("id", "type", "custom")),
        Kind("text", ("type", "text")),
    ),
    call=CALLS,
    result=TOOL,
    response_keys=("choices", "system_fingerprint"),
    errors=(
        UNANSWERED,
        ORPHAN,
        DUPLICATE_RESULT,
        DUPLICATE_CALL,
        EMPTY_ASSISTANT,
        REASONING_MISSING,
        REASONING_MISSING_IN_CALL,
        REFUSED_BY_CEREBRAS,
        REFUSED_BY_GROQ,
    ),
)

"""Anthropic Messages: what the API says when it refuses a request, and what of a block it does not look at.

Texts as the real API sends them (2026-11-30); each with where it was read. `{place}` is `messages.1.content.0`, by the
indexes of the request as it was sent; `{message}` is `messages.1`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

DOCS = "https://platform.claude.com/docs/en"
ISSUES = "https://github.com/anthropics/claude-code/issues"


@dataclass(frozen=True)
class ErrorText:
    """One refusal of the API."""

    name: str
    template: str
    source: str
    status: int = 400
    type: str = "invalid_request_error"

    def text(self, **values: str) -> str:
        """The message of one refusal. Raises KeyError where a value is missing."""
        return self.template.format(**values)

    @property
    def pattern(self) -> re.Pattern[str]:
        """Finds this refusal in any text that quotes it."""
        parts = re.split(r"\{\w+\}", self.template)
        return re.compile(".+?".join(re.escape(part) for part in parts).rstrip("\\ "))


THINKING_EXPECTED = ErrorText(
    "thinking-expected",
    "{place}.type: Expected `thinking` or `redacted_thinking`, but found `{found}`. When `thinking` is enabled, a final"
    " `assistant` message must start with a thinking block (preceeding the lastmost set of `tool_use` and `tool_result`"
    " blocks). We recommend you include thinking blocks from previous turns. To avoid this requirement, disable"
    " `thinking`.",
    "https://github.com/anomalyco/opencode/issues/3077",
)
THINKING_FIRST = ErrorText(
    "thinking-first",
    "{place}.type: If an assistant message contains any thinking blocks, the first block must be `thinking` or"
    " `redacted_thinking`. Found `{found}`.",
    f"{ISSUES}/20717",
)
THINKING_MODIFIED = ErrorText(
    "thinking-modified",
    "{place}: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified. These blocks"
    " must remain as they were in the original response.",
    f"{ISSUES}/19539",
)
SIGNATURE_INVALID = ErrorText(
    "signature-invalid",
    "{place}: Invalid `signature` in `thinking` block",
    f"{DOCS}/build-with-claude/extended-thinking",
)
DATA_INVALID = ErrorText(
    "data-invalid",
    "{place}: Invalid `data` in `redacted_thinking` block",
    f"{DOCS}/build-with-claude/extended-thinking",
)
BOUND_ELSEWHERE = ErrorText(
    "bound-elsewhere",
    "{place}: Invalid `signature` in `thinking` block. The block is bound to a different conversation. Remove the"
    ' block, or set `thinking.block_binding.prefix_mismatch_behavior` to "drop_block".',
    f"{DOCS}/build-with-claude/preserved-thinking/fix-bound-to-a-different-conversation.md",
)
THINKING_DISABLED = ErrorText(
    "thinking-disabled",
    "{place}: When thinking is disabled, an `assistant` message in the final position cannot contain `thinking`. To use"
    " thinking blocks, enable `thinking` in your request.",
    "https://github.com/tailcallhq/forgecode/issues/1853",
)
UNANSWERED = ErrorText(
    "unanswered",
    "{message}: `tool_use` ids were found without `tool_result` blocks immediately after: {ids}. Each `tool_use` block"
    " must have a corresponding `tool_result` block in the next message.",
    f"{DOCS}/agents-and-tools/tool-use/handle-tool-calls",
)
UNEXPECTED_RESULT = ErrorText(
    "unexpected-result",
    "{place}: unexpected `tool_use_id` found in `tool_result` blocks: {ids}. Each `tool_result` block must have a"
    " corresponding `tool_use` block in the previous message.",
    f"{ISSUES}/8210",
)
DUPLICATE_RESULT = ErrorText(
    "duplicate-result",
    "{place}: each tool_use must have a single result. Found multiple `tool_result` blocks with id: {ids}",
    "https://github.com/BerriAI/litellm",
)
SERVER_UNRESOLVED = ErrorText(
    "server-unresolved",
    "{place}: `{name}` tool use with id `{ids}` was found without a corresponding `{result}` block",
    f"{DOCS}/build-with-claude/handling-stop-reasons",
)
SERVER_UNEXPECTED = ErrorText(
    "server-unexpected",
    "{place}: unexpected `tool_use_id` found in `{result}` blocks: {ids}. Each `{result}` block must have a"
    " corresponding `server_tool_use` block before it.",
    f"{ISSUES}/64383",
)
EMPTY_MESSAGE = ErrorText(
    "empty-message",
    "{message}: all messages must have non-empty content except for the optional final assistant message",
    f"{ISSUES}/6458",
)
EMPTY_TEXT = ErrorText("empty-text", "messages: text content blocks must be non-empty", f"{ISSUES}/59812")
FIELD_REQUIRED = ErrorText("field-required", "{field}: Field required", f"{DOCS}/build-with-claude/extended-thinking")
EXTRA_FIELD = ErrorText(
    "extra-field",
    "{field}: Extra inputs are not permitted",
    "https://github.com/browserbase/stagehand-python/issues/249",
)
INPUT_NOT_DICT = ErrorText(
    "input-not-dict",
    "{place}.tool_use.input: Input should be a valid dictionary",
    "https://github.com/anthropics/anthropic-sdk-typescript/issues/648",
)
NOT_PERMITTED = ErrorText(
    "not-permitted",
    "{place}: '{found}' blocks are not permitted within assistant turns",
    f"{DOCS}/agents-and-tools/tool-use/handle-tool-calls",
)
TOO_LARGE = ErrorText(
    "too-large", "Request exceeds the maximum size", f"{DOCS}/api/errors", status=413, type="request_too_large"
)

ERRORS: tuple[ErrorText, ...] = (
    BOUND_ELSEWHERE,
    THINKING_EXPECTED,
    THINKING_FIRST,
    THINKING_MODIFIED,
    SIGNATURE_INVALID,
    DATA_INVALID,
    THINKING_DISABLED,
    UNANSWERED,
    UNEXPECTED_RESULT,
    DUPLICATE_RESULT,
    SERVER_UNRESOLVED,
    SERVER_UNEXPECTED,
    EMPTY_MESSAGE,
    EMPTY_TEXT,
    INPUT_NOT_DICT,
    NOT_PERMITTED,
    FIELD_REQUIRED,
    EXTRA_FIELD,
    TOO_LARGE,
)
"""All of them; a text that holds another's comes before it."""

BINDING_BETA = "thinking-binding-controls-2026-08-01"
"""The beta header without which `thinking.block_binding` is refused and dropped blocks are not reported."""

NOISE = ("cache_control", "parsed_output", "caller")
"""Fields of a block that may come, go and change without a loss (besides any that is null)."""

REQUIRED = {
    "thinking": ("signature", "thinking"),
    "redacted_thinking": ("data",),
    "tool_use": ("id", "name", "input"),
    "tool_result": ("tool_use_id",),
}
"""Fields without which a block of a request is refused."""

DISCARDED_STOPS = ("refusal", "max_tokens", "model_context_window_exceeded")
"""Stop reasons after which the whole turn may be thrown away and asked for again."""
CLOSING_STOPS = ("end_turn", "stop_sequence", "refusal")
"""Stop reasons that close a cycle."""

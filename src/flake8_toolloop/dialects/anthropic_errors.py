"""Anthropic Messages: what the API says when it refuses a request, and what of a block it does not look at.

Texts as the real API sends them (2026-11-30); each with where it was read. `{place}` is `messages.1.content.0`, by the
indexes of the request as it was sent; `{message}` is `messages.1`.
"""

from __future__ import annotations

from flake8_toolloop.dialects.errors import ErrorText

DOCS = "https://platform.claude.com/docs/en"
ISSUES = "https://github.com/anthropics/claude-code/issues"

THINKING_EXPECTED = ErrorText(
    "thinking-expected",
    "{place}.type: Expected `thinking` or `redacted_thinking`, but found `{found}`. When `thinking` is enabled, a final"
    " `assistant` message must start with a thinking block (preceeding the lastmost set of `tool_use` and `tool_result`"
    " blocks). We recommend you include thinking blocks from previous turns. To avoid this requirement, disable"
    " `thinking`.",
    "https://github.com/anomalyco/opencode/issues/3077",
    signs=(
        "Expected `thinking` or `redacted_thinking`, but found `{found}`",
        "a final `assistant` message must start with a thinking block",
    ),
)
THINKING_FIRST = ErrorText(
    "thinking-first",
    "{place}.type: If an assistant message contains any thinking blocks, the first block must be `thinking` or"
    " `redacted_thinking`. Found `{found}`.",
    f"{ISSUES}/20717",
    signs=("If an assistant message contains any thinking blocks, the first block must be",),
)
THINKING_MODIFIED = ErrorText(
    "thinking-modified",
    "{place}: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified. These blocks"
    " must remain as they were in the original response.",
    f"{ISSUES}/19539",
    signs=("`thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified",),
)
SIGNATURE_INVALID = ErrorText(
    "signature-invalid",
    "{place}: Invalid `signature` in `thinking` block",
    f"{DOCS}/build-with-claude/extended-thinking",
    signs=("Invalid `signature` in `thinking` block",),
)
DATA_INVALID = ErrorText(
    "data-invalid",
    "{place}: Invalid `data` in `redacted_thinking` block",
    f"{DOCS}/build-with-claude/extended-thinking",
    signs=("Invalid `data` in `redacted_thinking` block",),
)
BOUND_ELSEWHERE = ErrorText(
    "bound-elsewhere",
    "{place}: Invalid `signature` in `thinking` block. The block is bound to a different conversation. Remove the"
    ' block, or set `thinking.block_binding.prefix_mismatch_behavior` to "drop_block".',
    f"{DOCS}/build-with-claude/preserved-thinking/fix-bound-to-a-different-conversation.md",
    signs=(
        "Invalid `signature` in `thinking` block. The block is bound to a different conversation",
        "The block is bound to a different conversation",
    ),
)
THINKING_DISABLED = ErrorText(
    "thinking-disabled",
    "{place}: When thinking is disabled, an `assistant` message in the final position cannot contain `thinking`. To use"
    " thinking blocks, enable `thinking` in your request.",
    "https://github.com/tailcallhq/forgecode/issues/1853",
    signs=("When thinking is disabled, an `assistant` message in the final position cannot contain `thinking`",),
)
UNANSWERED = ErrorText(
    "unanswered",
    "{message}: `tool_use` ids were found without `tool_result` blocks immediately after: {ids}. Each `tool_use` block"
    " must have a corresponding `tool_result` block in the next message.",
    f"{DOCS}/agents-and-tools/tool-use/handle-tool-calls",
    signs=(
        "`tool_use` ids were found without `tool_result` blocks immediately after",
        "Each `tool_use` block must have a corresponding `tool_result` block in the next message",
    ),
)
UNEXPECTED_RESULT = ErrorText(
    "unexpected-result",
    "{place}: unexpected `tool_use_id` found in `tool_result` blocks: {ids}. Each `tool_result` block must have a"
    " corresponding `tool_use` block in the previous message.",
    f"{ISSUES}/8210",
    signs=(
        "unexpected `tool_use_id` found in `tool_result` blocks",
        "Each `tool_result` block must have a corresponding `tool_use` block in the previous message",
    ),
)
DUPLICATE_RESULT = ErrorText(
    "duplicate-result",
    "{place}: each tool_use must have a single result. Found multiple `tool_result` blocks with id: {ids}",
    "https://github.com/BerriAI/litellm",
    signs=("each tool_use must have a single result", "Found multiple `tool_result` blocks with id"),
)
SERVER_UNRESOLVED = ErrorText(
    "server-unresolved",
    "{place}: `{name}` tool use with id `{ids}` was found without a corresponding `{result}` block",
    f"{DOCS}/build-with-claude/handling-stop-reasons",
    signs=("tool use with id `{ids}` was found without a corresponding `{result}` block",),
)
SERVER_UNEXPECTED = ErrorText(
    "server-unexpected",
    "{place}: unexpected `tool_use_id` found in `{result}` blocks: {ids}. Each `{result}` block must have a"
    " corresponding `server_tool_use` block before it.",
    f"{ISSUES}/64383",
    signs=(
        "unexpected `tool_use_id` found in `{result}` blocks",
        "block must have a corresponding `server_tool_use` block before it",
    ),
)
EMPTY_MESSAGE = ErrorText(
    "empty-message",
    "{message}: all messages must have non-empty content except for the optional final assistant message",
    f"{ISSUES}/6458",
    signs=("all messages must have non-empty content except for the optional final assistant message",),
)
EMPTY_TEXT = ErrorText(
    "empty-text",
    "messages: text content blocks must be non-empty",
    f"{ISSUES}/59812",
    signs=("text content blocks must be non-empty",),
)
FIELD_REQUIRED = ErrorText(
    "field-required",
    "{field}: Field required",
    f"{DOCS}/build-with-claude/extended-thinking",
    signs=(": Field required",),
)
EXTRA_FIELD = ErrorText(
    "extra-field",
    "{field}: Extra inputs are not permitted",
    "https://github.com/browserbase/stagehand-python/issues/249",
    signs=(": Extra inputs are not permitted",),
)
INPUT_NOT_DICT = ErrorText(
    "input-not-dict",
    "{place}.tool_use.input: Input should be a valid dictionary",
    "https://github.com/anthropics/anthropic-sdk-typescript/issues/648",
    signs=("tool_use.input: Input should be a valid dictionary",),
)
NOT_PERMITTED = ErrorText(
    "not-permitted",
    "{place}: '{found}' blocks are not permitted within assistant turns",
    f"{DOCS}/agents-and-tools/tool-use/handle-tool-calls",
    signs=("blocks are not permitted within assistant turns",),
)
RESULTS_MISSING = ErrorText(
    "results-missing",
    "{message}: Did not find {count} `tool_result` block(s) at the beginning of this message. Messages following"
    " `tool_use` blocks must begin with a matching number of `tool_result` blocks.",
    f"{ISSUES}/37",
    signs=(
        "`tool_result` block(s) at the beginning of this message",
        "Messages following `tool_use` blocks must begin with a matching number of `tool_result` blocks",
    ),
)
"""The older wording of two others, which may still be met behind proxies."""
DUPLICATE_CALL = ErrorText(
    "duplicate-call",
    "{place}: `tool_use` ids must be unique",
    f"{ISSUES}/20700",
    signs=("`tool_use` ids must be unique",),
)
FINAL_THINKING = ErrorText(
    "final-thinking",
    "{message}: The final block in an assistant message cannot be `thinking`.",
    "https://github.com/tailcallhq/forgecode/issues/2107",
    signs=("The final block in an assistant message cannot be `thinking`",),
)
THINKING_EMPTY = ErrorText(
    "thinking-empty",
    "{place}.thinking: each thinking block must contain thinking",
    "https://github.com/caozhiyuan/copilot-api/issues/54",
    signs=("each thinking block must contain thinking",),
)
ROLES_ALTERNATE = ErrorText(
    "roles-alternate",
    'messages: roles must alternate between "user" and "assistant", but found multiple "{role}" roles in a row',
    "https://github.com/etkecc/baibot/issues/13",
    signs=('roles must alternate between "user" and "assistant"',),
)
"""Before consecutive messages of one role were combined; compatible endpoints still say it."""
FIRST_ROLE = ErrorText(
    "first-role",
    'messages: first message must use the "user" role',
    "https://github.com/lobehub/lobehub/issues/1601",
    signs=('first message must use the "user" role',),
)
CALL_ID_SPELLED = ErrorText(
    "call-id-spelled",
    "{place}.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'",
    "https://github.com/anomalyco/opencode/issues/1279",
    signs=("tool_use.id: String should match pattern", "tool_use_id: String should match pattern"),
)
UNSIGNED = ErrorText(
    "unsigned",
    "{place}.thinking.signature: Field required",
    f"{DOCS}/build-with-claude/extended-thinking",
    signs=("signature: Field required",),
)
DATA_REQUIRED = ErrorText(
    "data-required",
    "{place}.redacted_thinking.data: Field required",
    f"{DOCS}/build-with-claude/extended-thinking",
    signs=("redacted_thinking.data: Field required",),
)
RESULT_ID_REQUIRED = ErrorText(
    "result-id-required",
    "{place}.tool_result.tool_use_id: Field required",
    f"{DOCS}/agents-and-tools/tool-use/handle-tool-calls",
    signs=("tool_use_id: Field required",),
)
CLIENT_FIELD = ErrorText(
    "client-field",
    "{place}.{kind}.{field}: Extra inputs are not permitted",
    "https://github.com/browserbase/stagehand-python/issues/249",
    signs=("parsed_output: Extra inputs are not permitted", "caller: Extra inputs are not permitted"),
)
"""Fields that only the SDK's objects have, or only turns of another beta."""
BINDING_FIELD = ErrorText(
    "binding-field",
    "{field}.block_binding: Extra inputs are not permitted",
    f"{DOCS}/build-with-claude/preserved-thinking/fix-bound-to-a-different-conversation.md",
    signs=("block_binding: Extra inputs are not permitted",),
)
BAD_JSON = ErrorText(
    "bad-json",
    "The request body is not valid JSON: {why}",
    f"{DOCS}/api/errors",
    signs=("The request body is not valid JSON",),
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
    THINKING_EMPTY,
    FINAL_THINKING,
    UNSIGNED,
    DATA_REQUIRED,
    UNANSWERED,
    RESULTS_MISSING,
    UNEXPECTED_RESULT,
    DUPLICATE_RESULT,
    DUPLICATE_CALL,
    RESULT_ID_REQUIRED,
    CALL_ID_SPELLED,
    SERVER_UNRESOLVED,
    SERVER_UNEXPECTED,
    EMPTY_MESSAGE,
    EMPTY_TEXT,
    ROLES_ALTERNATE,
    FIRST_ROLE,
    INPUT_NOT_DICT,
    NOT_PERMITTED,
    CLIENT_FIELD,
    BINDING_FIELD,
    FIELD_REQUIRED,
    EXTRA_FIELD,
    BAD_JSON,
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

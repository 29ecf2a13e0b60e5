"""OpenAI Responses: the data half of the table (the code half is not written yet).

Facts: openai 3.57.0 (`types/responses`), https://developers.openai.com/api/docs/guides (function calling, reasoning,
conversation state), and the issues named beside each error, as read on 2026-11-30.
"""

from __future__ import annotations

from flake8_toolloop.dialects.base import Kind
from flake8_toolloop.dialects.errors import ErrorText
from flake8_toolloop.dialects.wire import Wire

REASONING = "reasoning"
MESSAGE = "message"
ENCRYPTED = "encrypted_content"
CALL_ID = "call_id"
SUMMARY_OF_THE_PAST = "compaction"
"""What stands before an item of this type may go."""

ANSWERS = {
    "function_call": "function_call_output",
    "custom_tool_call": "custom_tool_call_output",
    "computer_call": "computer_call_output",
    "local_shell_call": "local_shell_call_output",
    "shell_call": "shell_call_output",
    "apply_patch_call": "apply_patch_call_output",
    "tool_search_call": "tool_search_output",
}
"""The item that answers each type of call, tied to it by `call_id` (`local_shell_call_output` by `id` in old SDKs)."""

SEARCHED = "tool_search_output"
"""The answer of a call that the provider runs itself unless its `execution` is `client`."""

OPTIONAL_ANSWERS = ("shell_call", "tool_search_call", "local_shell_call", "computer_call", "apply_patch_call")
"""Calls that the provider may have run itself: no answer is missing where there is none."""

SERVER_CALLS = (
    "web_search_call",
    "file_search_call",
    "code_interpreter_call",
    "image_generation_call",
    "mcp_call",
    "mcp_list_tools",
    "mcp_approval_request",
    "program",
    "program_output",
)
"""What the provider's own tools add to a turn; each may be bound to a reasoning item."""

FOLLOWERS = (*ANSWERS, MESSAGE, *SERVER_CALLS)
"""What a reasoning item may be followed by: one of them, or another reasoning item, is required."""

OUTPUT_FIELDS = {"function_call_output": "output", "custom_tool_call_output": "output"}
"""The field in which an answer of plain text goes."""

PREFIXES = {REASONING: "rs", "function_call": "fc", MESSAGE: "msg", "custom_tool_call": "ctc"}
"""How an item's `id` begins; `call_id` begins with `call`."""

NO_REASONING = ErrorText(
    "no-reasoning",
    "Item '{item}' of type '{kind}' was provided without its required 'reasoning' item: '{reasoning}'.",
    "https://github.com/omnigent-ai/omnigent/issues/5066",
    signs=("was provided without its required 'reasoning' item",),
)
NO_FOLLOWER = ErrorText(
    "no-follower",
    "Item '{item}' of type 'reasoning' was provided without its required following item.",
    "https://github.com/openai/openai-node/issues/1567",
    signs=("of type 'reasoning' was provided without its required following item",),
)
NOT_PERSISTED = ErrorText(
    "not-persisted",
    "Item with id '{item}' not found. Items are not persisted when `store` is set to false. Try again with `store` set"
    " to true, or remove this item from your input.",
    "https://github.com/can1357/oh-my-pi/issues/41",
    status=404,
    signs=("Items are not persisted when `store` is set to false",),
)
NOT_DECRYPTED = ErrorText(
    "not-decrypted",
    "The encrypted content {content} could not be verified. Reason: Encrypted content could not be decrypted or"
    " parsed.",
    "https://github.com/openai/codex/issues/8145",
    signs=("Encrypted content could not be decrypted or parsed", "invalid_encrypted_content"),
)
NO_OUTPUT = ErrorText(
    "no-output",
    "No tool output found for function call {call}.",
    "https://github.com/router-for-me/CLIProxyAPI/issues/2368",
    signs=("No tool output found for function call",),
)
NO_CALL = ErrorText(
    "no-call",
    "No tool call found for function call output with call_id {call}.",
    "https://github.com/continuedev/continue/issues/10092",
    signs=("No tool call found for function call output with call_id",),
)
DUPLICATE_ITEM = ErrorText(
    "duplicate-item",
    "Duplicate item found with id {item}. Remove duplicate items from your input and try again.",
    "https://github.com/vercel/ai/issues/7883",
    signs=("Duplicate item found with id",),
)
DUPLICATE_CALL_ID = ErrorText(
    "duplicate-call-id",
    "Duplicate 'call_id': {call}",
    "https://github.com/earendil-works/pi/issues/9057",
    signs=("Duplicate 'call_id'",),
)
WRONG_ID = ErrorText(
    "wrong-id",
    "Invalid 'input[{index}].id': '{item}'. Expected an ID that begins with '{prefix}'.",
    "https://github.com/nodetool-ai/nodetool/pull/4252",
    signs=("Expected an ID that begins with",),
)

WIRE = Wire(
    name="responses",
    title="OpenAI Responses",
    version="2026-11-30",
    holder="input",
    unit=("output",),
    content="",
    roles=("user", "system", "developer", "assistant"),
    assistant="assistant",
    kinds=(
        Kind(MESSAGE, ("type", "id", "role", "content", "phase", "status")),
        Kind(REASONING, ("type", "id", "summary", "content", ENCRYPTED, "status"), deliberation=True),
        *(Kind(call, ("type", "id", CALL_ID, "status")) for call in ANSWERS),
        *(Kind(answer, ("type", CALL_ID, "output")) for answer in ANSWERS.values()),
        *(Kind(call, ("type", "id", "status"), server=True) for call in SERVER_CALLS),
        Kind(SUMMARY_OF_THE_PAST, ("type", "id", ENCRYPTED), deliberation=True, server=True, boundary=True),
        Kind("item_reference", ("type", "id")),
    ),
    call="function_call",
    result="function_call_output",
    response_keys=("output", "incomplete_details", "parallel_tool_calls"),
    errors=(
        NO_REASONING,
        NO_FOLLOWER,
        NOT_PERSISTED,
        NOT_DECRYPTED,
        NO_OUTPUT,
        NO_CALL,
        DUPLICATE_ITEM,
        DUPLICATE_CALL_ID,
        WRONG_ID,
    ),
)

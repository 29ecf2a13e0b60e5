"""Bedrock Converse: the data half of the table (the code half is not written yet).

Facts: botocore 1.44.8 (service model of bedrock-runtime: ContentBlock, ReasoningTextBlock, ToolResultBlock), the user
guide on thinking, and the issues named beside each error, as read on 2026-11-30.
"""

from __future__ import annotations

from flake8_toolloop.dialects.base import Kind
from flake8_toolloop.dialects.errors import ErrorText
from flake8_toolloop.dialects.wire import Wire

API = "https://docs.aws.amazon.com/bedrock/latest/APIReference"
CALL, RESULT, REASONING = "toolUse", "toolResult", "reasoningContent"
CALL_ID = "toolUseId"
REASONING_TEXT, REDACTED = "reasoningText", "redactedContent"
SIGNATURE = "signature"
TEXT = "text"
SIGNING = ("claude", "anthropic")
"""Parts of the names of models whose reasoning is signed; others return reasoning text alone."""
NOT_ALTERNATING = ("titan",)
"""Parts of the names of models that take two messages of one role in a row (recorded requests of 2025)."""
SERVER_TOOL = "server_tool_use"
"""The `type` of a toolUse that the provider runs itself: its result stands in the same message."""
BESIDE_RESULTS = ("cachePoint",)
"""What may stand among results without being content of its own."""

RESULTS_EXPECTED = ErrorText(
    "results-expected",
    "Expected toolResult blocks at messages.{message}.content for the following Ids: {ids}",
    "https://github.com/camel-ai/camel/issues/3954",
    type="ValidationException",
    signs=("Expected toolResult blocks at {place} for the following Ids",),
)
RESULTS_EXCEED = ErrorText(
    "results-exceed",
    "The number of toolResult blocks at messages.{message}.content exceeds the number of toolUse blocks of previous"
    " turn.",
    "https://github.com/strands-agents/harness-sdk/issues/1435",
    type="ValidationException",
    signs=("exceeds the number of toolUse blocks of previous turn",),
)
DUPLICATE_IDS = ErrorText(
    "duplicate-ids",
    "The {kind} blocks at messages.{message}.content contain duplicate Ids: {ids}",
    "https://github.com/BerriAI/litellm/issues/20047",
    type="ValidationException",
    signs=("contain duplicate Ids",),
)
REASONING_FIRST = ErrorText(
    "reasoning-first",
    "The model returned the following errors: messages.{message}: If an assistant message contains any thinking blocks,"
    " the first block must be `thinking` or `redacted_thinking`. Found `{found}`.",
    "https://github.com/aws/bedrock-agentcore-sdk-python/pull/419",
    type="ValidationException",
    signs=("If an assistant message contains any thinking blocks, the first block must be",),
)
SIGNATURE_INVALID = ErrorText(
    "signature-invalid",
    "The signature in the reasoningContent block at messages.{message}.content.{index} is invalid",
    f"{API}/API_runtime_ReasoningTextBlock.html",
    type="ValidationException",
    signs=("The signature in the reasoningContent block",),
)
EMPTY_MESSAGE = ErrorText(
    "empty-message",
    "The content field in the Message object at messages.{message} is empty. Add a ContentBlock object to the content"
    " field and try again.",
    "https://github.com/earendil-works/pi/pull/3443",
    type="ValidationException",
    signs=("The content field in the Message object at {place} is empty",),
)
BLANK_TEXT = ErrorText(
    "blank-text",
    "The text field in the ContentBlock object at messages.{message}.content.{index} is blank. Add text to the text"
    " field, and try again.",
    "https://github.com/aws-samples/bedrock-engineer/issues/8",
    type="ValidationException",
    signs=("The text field in the ContentBlock object at {place} is blank",),
)
ROLES_ALTERNATE = ErrorText(
    "roles-alternate",
    "A conversation must alternate between user and assistant roles. Make sure the conversation alternates between user"
    " and assistant roles and try again.",
    "https://github.com/microsoft/semantic-kernel/issues/10281",
    type="ValidationException",
    signs=("A conversation must alternate between user and assistant roles",),
)
TEXT_BESIDE_RESULTS = ErrorText(
    "text-beside-results",
    "messages.{message}.content: Conversation blocks and tool result blocks cannot be provided in the same turn.",
    "https://github.com/strands-agents/harness-sdk/issues/1223",
    type="ValidationException",
    signs=("Conversation blocks and tool result blocks cannot be provided in the same turn",),
)
TEXT_BESIDE_CALLS = ErrorText(
    "text-beside-calls",
    "messages.{message}.content: Conversation blocks and tool use blocks cannot be provided in the same turn.",
    "https://github.com/quarkiverse/quarkus-langchain4j/issues/1983",
    type="ValidationException",
    signs=("Conversation blocks and tool use blocks cannot be provided in the same turn",),
)

WIRE = Wire(
    name="bedrock",
    title="Bedrock Converse",
    version="2026-11-30",
    holder="messages",
    unit=("output", "message"),
    content="content",
    roles=("user", "assistant"),
    assistant="assistant",
    kinds=(
        Kind(TEXT, (TEXT,)),
        Kind(CALL, (CALL_ID, "name", "input")),
        Kind(RESULT, (CALL_ID, "content", "status")),
        Kind(REASONING, (REASONING_TEXT, REDACTED), deliberation=True),
        Kind("citationsContent", ("content", "citations")),
        Kind("guardContent", (TEXT, "image")),
        Kind("cachePoint", ("type",)),
        Kind("image", ("format", "source")),
        Kind("document", ("format", "name", "source")),
        Kind("video", ("format", "source")),
        Kind("searchResult", ("source", "title", "content")),
    ),
    call=CALL,
    result=RESULT,
    by_key=True,
    system=("system",),
    response_keys=("stopReason", "metrics"),
    errors=(
        RESULTS_EXPECTED,
        RESULTS_EXCEED,
        DUPLICATE_IDS,
        REASONING_FIRST,
        SIGNATURE_INVALID,
        EMPTY_MESSAGE,
        BLANK_TEXT,
        ROLES_ALTERNATE,
        TEXT_BESIDE_RESULTS,
        TEXT_BESIDE_CALLS,
    ),
)

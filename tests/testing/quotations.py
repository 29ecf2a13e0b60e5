# ruff: noqa: E501
"""Refusals as people quote them in the issues that the tables name beside each text."""

from __future__ import annotations

from typing import Any

from flake8_toolloop.dialects import bedrock as bedrock_wire
from flake8_toolloop.dialects import chat_wire
from flake8_toolloop.dialects import gemini as gemini_wire
from flake8_toolloop.dialects import responses as responses_wire

QUOTED: dict[str, tuple[Any, str]] = {
    "refused-by-groq": (chat_wire, "GroqCloud: 'messages.2' : for 'role: assistant' the following must be satisfied[('messages.2' : property 'reasoning_content' is unsupported)]"),
    "refused-by-cerebras": (chat_wire, '{"message":"messages.2.assistant.reasoning_content: property \'messages.2.assistant.reasoning_content\' is unsupported","type":"invalid_request_error","code":"wrong_api_format"}'),
    "reasoning-missing": (chat_wire, "400 Missing `reasoning_content` field in the assistant message at message index 4. For more information, please refer to https://api-docs.deepseek.com/guides/thinking_mode%23tool-calls"),
    "reasoning-missing-in-call": (chat_wire, "Error code: 400 - {'code': 20015, 'message': 'thinking is enabled but reasoning_content is missing in assistant tool call message at index 32', 'data': None}"),
    "unanswered": (chat_wire, "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. (insufficient tool messages following tool_calls message)"),
    "duplicate-result": (chat_wire, "Invalid parameter: Duplicate value for 'tool_call_id' of 'call_gmd4tanjXcwOxfPawOnDmq6R', in messages[7] and messages[8]."),
    "no-reasoning": (responses_wire, "Item \\'fc_XXXXXXX\\' of type \\'function_call\\' was provided without its required \\'reasoning\\' item: \\'rs_YYYYYY\\'."),
    "duplicate-item": (responses_wire, "400 Duplicate item found with id msg_x. Remove duplicate items from your input and try again."),
    "wrong-id": (responses_wire, "400 Invalid 'input[5].id': 'call_1'. Expected an ID that begins with 'fc'."),
    "signature-missing": (gemini_wire, "Function call `FC1` in the `1.` content block is missing a `thought_signature`."),
    "counts-differ": (gemini_wire, "Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn."),
    "results-expected": (bedrock_wire, "ValidationException ... ConverseStream operation: Expected toolResult blocks at messages.22.content for the following Ids: tooluse_x"),
    "duplicate-ids": (bedrock_wire, 'BedrockException - {"message":"The toolResult blocks at messages.7.content contain duplicate Ids: tooluse_x"}'),
    "blank-text": (bedrock_wire, "The text field in the ContentBlock object at messages.15.content.0 is blank. Add text to the text field, and try again."),
}  # fmt: skip

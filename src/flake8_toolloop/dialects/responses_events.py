"""OpenAI Responses: how a streamed response arrives.

Facts: openai 3.57.0, types/responses and lib/streaming/responses, as read on 2026-12-01.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Carried:
    """A text of an item that comes in deltas."""

    kind: str
    """The kind of item."""
    field: str
    """Its field, or that of the parts in its list."""
    delta: str
    done: str
    done_field: str
    """The field of the done event that has the whole text."""
    parts: str = ""
    """The item's list of parts that the text stands in; "" where it stands in the item itself."""
    part: str = ""
    """The type of the part."""
    index: str = ""
    """The field of the events that numbers the parts."""
    part_added: str = ""
    part_done: str = ""
    logged: bool = False
    """Its events have log probabilities, which the SDK asks for."""


def _in_content(kind: str, part: str, field: str, stem: str, *, logged: bool = False) -> Carried:
    return Carried(
        kind, field, f"{stem}.delta", f"{stem}.done", field, "content", part, "content_index",
        "response.content_part.added", "response.content_part.done", logged,
    )  # fmt: skip


def _in_item(kind: str, field: str, stem: str) -> Carried:
    return Carried(kind, field, f"{stem}.delta", f"{stem}.done", field)


CARRIED = (
    _in_content("message", "output_text", "text", "response.output_text", logged=True),
    _in_content("message", "refusal", "refusal", "response.refusal"),
    _in_content("reasoning", "reasoning_text", "text", "response.reasoning_text"),
    Carried(
        "reasoning", "text", "response.reasoning_summary_text.delta", "response.reasoning_summary_text.done", "text",
        "summary", "summary_text", "summary_index",
        "response.reasoning_summary_part.added", "response.reasoning_summary_part.done",
    ),
    _in_item("function_call", "arguments", "response.function_call_arguments"),
    _in_item("custom_tool_call", "input", "response.custom_tool_call_input"),
    _in_item("mcp_call", "arguments", "response.mcp_call_arguments"),
    _in_item("code_interpreter_call", "code", "response.code_interpreter_call_code"),
)  # fmt: skip

ANNOTATION = "response.output_text.annotation.added"
CREATED = "response.created"
PROGRESS = ("response.in_progress", "response.queued")
ENDS = {"completed": "response.completed", "incomplete": "response.incomplete", "failed": "response.failed"}
"""The event that ends the stream, by the status of the response."""
ADDED, DONE = "response.output_item.added", "response.output_item.done"
ERROR = "error"
PREFIX = "response."
LATE = ("encrypted_content",)
"""Fields of an item that are whole only when it is done: what its start has of them may be incomplete."""
IDENTITY = ("type", "id", "call_id")
"""Fields that an item has from its start to its end. An id may be missing at first."""
UNKNOWN_AT_FIRST = ("usage", "completed_at", "error", "incomplete_details")
"""Fields of the response that are null until it ends."""
STATUS, UNDER_WAY = "status", "in_progress"
OUTPUT = "output"
NUMBER, ITEM_INDEX, ITEM_ID = "sequence_number", "output_index", "item_id"

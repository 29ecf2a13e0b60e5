"""Streamed responses: made of whole ones, put together again, and judged.

for event in synthesise(message):           # a response body of Anthropic, Responses or Chat Completions
    wire.write(write_sse(event))
message = accumulate(event for event in events)
verdicts = check(read_sse(captured))
"""

from __future__ import annotations

from flake8_toolloop.transcripts.streams import exact
from flake8_toolloop.transcripts.streams.reading import (
    Capture,
    accumulate,
    captures,
    check,
    read_sse,
    synthesise,
    to_sse,
)
from flake8_toolloop.transcripts.streams.sse import Frame, looks_like
from flake8_toolloop.transcripts.streams.sse import write as write_sse
from flake8_toolloop.transcripts.streams.verdict import Check, StreamError, StreamFault

__all__ = [
    "Capture",
    "Check",
    "Frame",
    "StreamError",
    "StreamFault",
    "accumulate",
    "captures",
    "check",
    "exact",
    "looks_like",
    "read_sse",
    "synthesise",
    "to_sse",
    "write_sse",
]

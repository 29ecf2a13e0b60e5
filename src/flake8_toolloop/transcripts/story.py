"""A recorded conversation as a story: straight-line, everything known, judged by the same rules as code.

Only what the first rules need is told yet: the calls of each turn and whether the next message answers them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from flake8_toolloop.dialects.base import Dialect
from flake8_toolloop.findings import Confidence, Span
from flake8_toolloop.flow.story import Evidence, OpenCall, Story


def tell(text: str, dialect: Dialect) -> Story:
    """The story of a conversation: a JSON list of messages, or a request body that holds one.

    Raises ValueError where the text is not JSON or holds no messages.
    """
    data = json.loads(text)
    messages = data.get("messages") if isinstance(data, dict) else data
    if not isinstance(messages, list):
        raise ValueError("no list of messages")
    story = Story(dialect)
    for number, message in enumerate(messages[:-1]):
        if not isinstance(message, dict) or message.get("role") != dialect.assistant:
            continue
        answered = set(results(messages[number + 1], dialect))
        for call in calls(message, dialect):
            if call not in answered:
                why = f"the call `{call}` has no result in the next message"
                story.open_calls.append(OpenCall(place(text, call), dialect, Evidence(Confidence.CERTAIN), why))
    return story


def blocks(message: object, dialect: Dialect) -> Iterator[dict[str, object]]:
    """The blocks of a message; none where it is plain text."""
    content = message.get(dialect.unit[-1]) if isinstance(message, dict) else None
    for block in content if isinstance(content, list) else ():
        if isinstance(block, dict):
            yield block


def calls(message: object, dialect: Dialect) -> Iterator[str]:
    """The ids of a turn's calls."""
    for block in blocks(message, dialect):
        if block.get("type") == dialect.call and isinstance(block.get("id"), str):
            yield str(block["id"])


def results(message: object, dialect: Dialect) -> Iterator[str]:
    """The ids that a message answers."""
    for block in blocks(message, dialect):
        if block.get("type") == dialect.result and isinstance(block.get(dialect.result_id), str):
            yield str(block[dialect.result_id])


def place(text: str, ident: str) -> Span:
    """Where an id is first written in the text."""
    at = max(text.find(json.dumps(ident)), 0)
    line, start = text.count("\n", 0, at) + 1, text.rfind("\n", 0, at) + 1
    return Span(line, at - start, line, at - start + len(json.dumps(ident)))

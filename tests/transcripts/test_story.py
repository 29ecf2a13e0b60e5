"""One rule reads code and recorded conversations alike."""

from __future__ import annotations

import json

import pytest

from flake8_toolloop.dialects import DIALECTS
from flake8_toolloop.rules import RULES
from flake8_toolloop.transcripts.story import tell

UNANSWERED = next(rule for rule in RULES if rule.code == "TLP203")


def conversation(*answered: str) -> str:
    calls: list[dict[str, object]] = [
        {"type": "tool_use", "id": ident, "name": "search", "input": {}} for ident in ("toolu_1", "toolu_2")
    ]
    results = [{"type": "tool_result", "tool_use_id": ident, "content": "found"} for ident in answered]
    messages = [
        {"role": "user", "content": "look it up"},
        {"role": "assistant", "content": [{"type": "text", "text": "two searches"}, *calls]},
        {"role": "user", "content": results or "never mind"},
        {"role": "assistant", "content": "done"},
    ]
    return json.dumps(messages, indent=1)


def lines(text: str) -> list[int]:
    return [finding.span.line for finding in UNANSWERED.check(tell(text, DIALECTS[0]))]


def test_every_call_answered_is_silent() -> None:
    assert lines(conversation("toolu_1", "toolu_2")) == []
    assert lines(conversation("toolu_2", "toolu_1")) == []


def test_a_call_without_a_result_is_found_where_it_stands() -> None:
    text = conversation("toolu_1")
    assert lines(text) == [text[: text.index('"toolu_2"')].count("\n") + 1]
    assert len(lines(conversation())) == 2


def test_the_last_turn_may_be_open() -> None:
    body = {"messages": json.loads(conversation())[:2]}
    assert lines(json.dumps(body)) == []


def test_what_is_no_conversation_is_refused() -> None:
    with pytest.raises(ValueError, match="messages"):
        tell("{}", DIALECTS[0])

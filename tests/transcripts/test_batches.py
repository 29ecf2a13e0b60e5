"""Batches: a request a line under a name, and a file of the answers to them."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from flake8_toolloop.transcripts import repair
from flake8_toolloop.transcripts.checking import check
from tests.transcripts import talks

CALL = {"type": "tool_use", "id": "toolu_1", "name": "ls", "input": {}}
SAID = {"role": "user", "content": "go"}
CHAT_CALL = {"id": "call_1", "type": "function", "function": {"name": "ls", "arguments": "{}"}}
MESSAGES = {"model": "claude-opus-4-5", "max_tokens": 9}


def anthropic(number: int, messages: Any) -> dict[str, Any]:
    return {"custom_id": f"r{number}", "params": {**MESSAGES, "messages": messages}}


def openai(number: int, messages: Any) -> dict[str, Any]:
    body = {"model": "gpt-5", "messages": messages}
    return {"custom_id": f"r{number}", "method": "POST", "url": "/v1/chat/completions", "body": body}


ORPHANS = {
    anthropic: {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_9", "content": "x"}]},
    openai: {"role": "tool", "tool_call_id": "call_9", "content": "x"},
}


@pytest.mark.parametrize("wrap", ORPHANS)
def test_requests(wrap: Any) -> None:
    messages = [[SAID], [SAID, {"role": "assistant", "content": "ok"}, ORPHANS[wrap]], [SAID]]
    data = talks.lines([wrap(n, m) for n, m in enumerate(messages)])
    [found] = check(data)
    key = "params" if wrap is anthropic else "body"
    assert (found.code, found.span.line) == ("TLP601", 2)
    assert (found.pointer or "").startswith(f"/{key}/messages/2")
    done = repair(data)
    assert check(done.data) == []
    before, after = data.splitlines(), done.data.splitlines()
    assert (before[0], before[2]) == (after[0], after[2])
    assert json.loads(after[1])["custom_id"] == "r1"


def test_clean_requests_are_the_same_bytes() -> None:
    data = talks.lines([anthropic(n, talks.clean(Random(n))) for n in range(5)])
    assert check(data) == []
    assert repair(data).data is data


def test_answers() -> None:
    """What is open in an answer waits for what is sent next."""
    message = {"role": "assistant", "type": "message", "model": "claude-opus-4-5", "content": [CALL]}
    chat = {"choices": [{"message": {"role": "assistant", "content": None, "tool_calls": [CHAT_CALL]}}]}
    for answer in (
        {"custom_id": "r1", "result": {"type": "succeeded", "message": message}},
        {"id": "b", "custom_id": "r1", "response": {"status_code": 200, "body": chat}, "error": None},
    ):
        data = talks.lines([answer, answer])
        assert check(data) == []
        assert repair(data).data is data

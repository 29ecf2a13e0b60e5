"""For any response, what is made of its stream is the response; and the stream is legal."""

from __future__ import annotations

import copy
import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flake8_toolloop.transcripts import streams
from flake8_toolloop.transcripts.streams import exact
from tests.transcripts.mutations import changed
from tests.transcripts.streams.messages import COMPLETIONS, MESSAGES, RESPONSES, VALUES
from tests.transcripts.streams.test_check import COMPLETION, MESSAGE, RESPONSE

ANY = MESSAGES | RESPONSES | COMPLETIONS
some = settings(max_examples=60, deadline=None)


@pytest.mark.slow
@some
@given(ANY, st.integers(1, 50))
def test_what_is_put_together_is_what_was_taken_apart(message: dict[str, Any], size: int) -> None:
    before = copy.deepcopy(message)
    events = list(streams.synthesise(message, size=size))
    assert message == before
    assert streams.accumulate(events) == message
    assert streams.accumulate(events, strict=False) == message


@pytest.mark.slow
@some
@given(ANY, st.integers(1, 50))
def test_the_stream_is_legal_and_brings_the_message(message: dict[str, Any], size: int) -> None:
    verdict = streams.check(streams.synthesise(message, size=size), message)
    assert (verdict.wire, verdict.content) == ((), ())


@pytest.mark.slow
@some
@given(ANY, st.integers(1, 50))
def test_over_the_wire(message: dict[str, Any], size: int) -> None:
    data = b"".join(streams.to_sse(message, size=size))
    (capture,) = streams.captures(data)
    assert (capture.faults, capture.message) == ((), message)
    assert len(data.splitlines()) == len(data.decode().splitlines())
    for frame in streams.read_sse(data):
        assert data[frame.start : frame.end].endswith(frame.data.encode())


@pytest.mark.slow
@some
@given(VALUES)
def test_values_are_written_as_they_were_read(value: Any) -> None:
    assert exact.loads(exact.dumps(value)) == value == json.loads(exact.dumps(value, compact=True))


@pytest.mark.parametrize("text", ["1.0", "1e5", "1E+5", "-0", "-0.0", "1e400", "0.10", "123456789012345678901234567890",
                                  "9" * 5000, "0.1000000000000000055"])  # fmt: skip
def test_numbers_keep_their_spelling(text: str) -> None:
    assert exact.dumps(exact.loads(f'{{"a": [{text}]}}')) == f'{{"a": [{text}]}}'
    block = f'{{"type": "tool_use", "id": "t", "name": "n", "input": {{"x": {text}}}}}'
    message = exact.loads(f'{{"content": [{block}], "stop_reason": "tool_use", "usage": {{"output_tokens": 3}}}}')
    pieces = [
        event["delta"]["partial_json"]
        for event in streams.synthesise(message)
        if "partial_json" in event.get("delta", {})
    ]
    assert "".join(pieces) == f'{{"x": {text}}}'
    assert exact.dumps(streams.accumulate(streams.synthesise(message))) == exact.dumps(message)


def test_what_is_no_json_is_said() -> None:
    for text in ("NaN", "[Infinity]", "[" * 100_000, "{"):
        with pytest.raises(ValueError):  # noqa: PT011 - any of them
            exact.loads(text)
    for value in (float("nan"), object(), {1: {2}}):
        with pytest.raises(ValueError):  # noqa: PT011
            exact.dumps(value)


def test_what_is_no_response_is_refused() -> None:
    refused: list[dict[str, Any]] = [
        {},
        {"content": "text", "usage": {}},
        {"output": [1]},
        {"choices": [{}]},
        {"status": "queued", "output": []},
    ]
    for message in refused:
        with pytest.raises(ValueError, match=r"response|completion|status"):
            list(streams.synthesise(message))


_WORDS = st.sampled_from(
    ["message_start", "content_block_start", "content_block_delta", "content_block_stop", "message_delta", "text_delta",
     "response.created", "response.output_item.added", "response.output_text.delta", "response.completed", "text",
     "message", "tool_calls", "error", 0, 1]
)  # fmt: skip
_FIELDS = st.sampled_from(
    ["type", "index", "delta", "message", "content_block", "usage", "choices", "response", "item", "output_index",
     "part", "content", "content_index", "text", "tool_calls", "finish_reason", "output", "id"]
)  # fmt: skip
_NESTED = st.recursive(
    VALUES | _WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_FIELDS, inner, max_size=5),
    max_leaves=12,
)


@pytest.mark.slow
@settings(max_examples=100, deadline=None)
@given(st.lists(_NESTED | st.dictionaries(_FIELDS, _NESTED | _WORDS, max_size=6), max_size=6))
def test_nothing_in_a_stream_makes_it_raise(events: list[Any]) -> None:
    streams.check(events)


@pytest.mark.slow
@pytest.mark.parametrize("message", [MESSAGE, RESPONSE, COMPLETION], ids=["anthropic", "responses", "chat"])
def test_no_damage_to_a_stream_makes_it_raise(message: dict[str, Any]) -> None:
    """Values anywhere in a legal stream are others, missing, or come twice."""
    random = Random(len(message))
    events = list(streams.synthesise(message, size=6))
    for _ in range(400):
        damaged = changed(copy.deepcopy(events), random)
        streams.check(damaged, message)
        streams.captures(b"".join(streams.write_sse(event, "") for event in damaged if isinstance(event, dict)))


@pytest.mark.slow
@settings(max_examples=100, deadline=None)
@given(
    st.lists(
        st.sampled_from(
            [
                b"data:",
                b"event:",
                b"id:",
                b":",
                b"retry: 1",
                b" ",
                b"\r",
                b"\n",
                b"\r\n",
                b"\xef\xbb\xbf",
                b"\xff",
                b"{}",
                b"[DONE]",
                b'{"type":"message_start","message":{"content":[],"usage":{}}}',
                b'{"choices":[{"index":0,"delta":{}}]}',
                b"\n\n",
            ]
        ),
        max_size=12,
    )
)
def test_bytes_in_any_pieces_give_the_same_events(pieces: list[bytes]) -> None:  # fmt: skip
    data = b"".join(pieces)
    whole = streams.read_sse(data)
    assert streams.read_sse(pieces) == whole == streams.read_sse(bytes([byte]) for byte in data)
    streams.captures(data)

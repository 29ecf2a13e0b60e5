"""What is illegal on the wire is said, with its place; what is legal is not."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from flake8_toolloop.transcripts import streams

Events = list[dict[str, Any]]
MESSAGE: dict[str, Any] = {
    "id": "msg_1", "type": "message", "role": "assistant", "model": "claude-test",
    "content": [
        {"type": "thinking", "thinking": "First this, then that.", "signature": "c2lnbmVk"},
        {"type": "redacted_thinking", "data": "b3BhcXVl"},
        {"type": "text", "text": "Let me look."},
        {"type": "tool_use", "id": "toolu_1", "name": "weather", "input": {"city": "Paris", "days": 1.0}},
    ],
    "stop_reason": "tool_use", "stop_sequence": None, "usage": {"input_tokens": 5, "output_tokens": 20},
}  # fmt: skip
RESPONSE: dict[str, Any] = {
    "id": "resp_1", "object": "response", "status": "completed", "model": "gpt-test", "usage": {"total_tokens": 3},
    "output": [
        {"type": "reasoning", "id": "rs_1", "encrypted_content": "x",
         "summary": [{"type": "summary_text", "text": "Two."}]},
        {"type": "message", "id": "msg_1", "role": "assistant", "status": "completed",
         "content": [{"type": "output_text", "text": "Look.", "annotations": []}]},
        {"type": "function_call", "id": "fc_1", "call_id": "call_1", "name": "weather", "arguments": "{}"},
    ],
}  # fmt: skip
COMPLETION: dict[str, Any] = {
    "id": "c_1", "object": "chat.completion", "created": 1, "model": "m", "usage": {"total_tokens": 3},
    "choices": [{"index": 0, "finish_reason": "tool_calls", "message": {
        "role": "assistant", "content": "Look.", "reasoning_content": "Hm.",
        "tool_calls": [{"id": "call_1", "type": "function", "function": {"name": "weather", "arguments": "{}"}}]}}],
}  # fmt: skip


def whole_in_the_start(message: dict[str, Any]) -> Events:
    """The published fault: every block but the text goes whole into its start."""
    made: Events = []
    for event in streams.synthesise(message):
        index = event.get("index")
        block = message["content"][index] if index is not None else {}
        if block.get("type") in (None, "text"):
            made.append(event)
        elif event["type"] == "content_block_start":
            made.append({**event, "content_block": block})
        elif event["type"] == "content_block_stop":
            made.append(event)
    return made


def test_the_published_fault_is_two_verdicts() -> None:
    verdict = streams.check(whole_in_the_start(MESSAGE), MESSAGE)
    assert verdict.matches
    assert not verdict.legal
    # The SDK rebuilds the message, and a reader of deltas stores thinking without text and signature.
    assert verdict.message == MESSAGE
    assert verdict.strict["content"][0] == {"type": "thinking", "thinking": "", "signature": ""}
    assert verdict.strict["content"][1] == MESSAGE["content"][1]
    assert [(fault.kind, fault.block, fault.lossy) for fault in verdict.wire] == [
        ("thinking-in-start", 0, True),
        ("illegal-stream", 3, True),
    ]
    assert "`thinking_delta` and `signature_delta`" in verdict.wire[0].message


def test_the_fault_is_placed_in_the_bytes() -> None:
    data = b": a comment\n\n" + b"".join(map(streams.write_sse, whole_in_the_start(MESSAGE)))
    (capture,) = streams.captures(data)
    fault = capture.faults[0]
    assert data[: fault.start].count(b"\n") + 1 == fault.line
    assert b'"thinking":"First this' in data[fault.start : fault.end]


def test_the_text_alone_in_the_start_is_the_fault_too_where_the_signature_follows() -> None:
    events = [e for e in streams.synthesise(MESSAGE) if e.get("delta", {}).get("type") != "thinking_delta"]
    events[2] = {**events[2], "content_block": {**events[2]["content_block"], "thinking": "First this, then that."}}
    (fault,) = streams.check(events).wire
    assert fault.kind == "thinking-in-start"
    assert "`signature_delta`" not in fault.message


@pytest.mark.parametrize("kind", ["server_tool_use", "mcp_tool_use", "not_invented_yet", "web_search_tool_result"])
def test_blocks_that_may_come_whole_do(kind: str) -> None:
    block = {"type": kind, "id": "s", "name": "n", "input": {"q": 1}, "content": [1]}
    message = {**MESSAGE, "content": [block]}
    assert streams.check(whole_in_the_start(message), message).legal
    assert streams.accumulate(whole_in_the_start(message)) == message


def test_omitted_thinking_has_only_its_signature() -> None:
    message = {**MESSAGE, "content": [{"type": "thinking", "thinking": "", "signature": "c2ln"}]}
    events = list(streams.synthesise(message))
    assert [e["delta"] for e in events if e["type"] == "content_block_delta"] == [
        {"type": "signature_delta", "signature": "c2ln"}
    ]
    assert streams.check(events, message) == streams.check(streams.synthesise(message), message)
    assert streams.accumulate(events) == message


def without(kind: str, number: int = 0) -> Callable[[Events], Events]:
    def damage(events: Events) -> Events:
        place = [i for i, event in enumerate(events) if event.get("type") == kind][number]
        return events[:place] + events[place + 1 :]

    return damage


def changed(kind: str, number: int = 0, **fields: Any) -> Callable[[Events], Events]:
    def damage(events: Events) -> Events:
        place = [i for i, event in enumerate(events) if event.get("type") == kind][number]
        return [*events[:place], {**events[place], **fields}, *events[place + 1 :]]

    return damage


DAMAGES: list[tuple[Callable[[Events], Events], str, bool]] = [
    (without("message_start"), "before `message_start`", True),
    (without("content_block_start", 1), "starts with the index 2", True),
    (without("content_block_stop", 0), "block 0 has not stopped when the next one starts", False),
    (without("content_block_stop", 3), "block 3 has not stopped before `message_delta`", False),
    (without("message_delta"), "`message_stop` without `message_delta`", False),
    (without("message_stop"), "breaks off before `message_stop`", True),
    (lambda events: events[:6], "breaks off before `message_stop`", True),
    (lambda events: [*events, events[3]], "after `message_stop`", False),
    (lambda events: [*events[:3], {"type": "error", "error": {}}], "ends with an error", True),
    (changed("content_block_delta", 0, index=7), "for block 7, which has not started", True),
    (changed("content_block_delta", 0, delta={"type": "text_delta", "text": "x"}), "in a `thinking`", False),
    (changed("content_block_delta", 2, delta={"type": "thinking_delta", "thinking": "x"}), "in a `text` block", False),
    (changed("content_block_delta", 0, delta={"type": "signature_delta", "signature": "x"}), "a second", False),
    (changed("content_block_delta", 4, delta={"type": "input_json_delta", "partial_json": "{"}), "is none", True),
    (changed("content_block_delta", 4, delta={"type": "input_json_delta"}), "is no text", True),
    (changed("message_delta", usage=None), "no usage with `output_tokens`", False),
    (changed("message_delta", delta={}), "brings no `stop_reason`", False),
    (changed("message_start", message={**MESSAGE}), "has content", False),
    (lambda events: [*events[:2], events[0], *events[2:]], "a second message begins", False),
]  # fmt: skip


@pytest.mark.parametrize(("damage", "words", "fatal"), DAMAGES, ids=[words for _, words, _ in DAMAGES])
def test_what_is_illegal_of_blocks(damage: Callable[[Events], Events], words: str, fatal: bool) -> None:
    events = damage(list(streams.synthesise(MESSAGE)))
    found = [fault for fault in streams.check(events).wire if words in str(fault)]
    assert found, streams.check(events).wire
    assert found[0].kind == "illegal-stream"
    if fatal:
        with pytest.raises(streams.StreamError) as caught:
            streams.accumulate(events)
        assert isinstance(caught.value.partial, dict)


def test_what_a_later_api_may_add_is_legal() -> None:
    events = list(streams.synthesise(MESSAGE))
    later: Events = [
        {"type": "not_invented_yet", "index": 0},
        {"type": "content_block_delta", "index": 0, "delta": {"type": "not_invented_yet_delta", "x": 1}},
        {"type": "ping"},
    ]
    assert streams.check([*events[:4], *later, *events[4:], {"type": "ping"}], MESSAGE) == streams.check(
        events, MESSAGE
    )


def test_a_call_may_be_cut_off_by_the_end_of_its_tokens() -> None:
    events = list(streams.synthesise({**MESSAGE, "stop_reason": "max_tokens"}))
    place = next(i for i, e in enumerate(events) if e.get("delta", {}).get("partial_json"))
    cut = list(events)
    cut[place] = {**events[place], "delta": {"type": "input_json_delta", "partial_json": '{"ci'}}
    assert streams.check(cut).legal
    assert streams.accumulate(cut)["content"][3]["input"] == {}


def test_opening_words_may_stand_in_the_start() -> None:
    events = list(streams.synthesise(MESSAGE))
    place = next(i for i, e in enumerate(events) if e.get("content_block", {}).get("type") == "text")
    events[place] = {**events[place], "content_block": {"type": "text", "text": "Well: "}}
    assert streams.check(events).legal
    assert streams.accumulate(events, strict=False)["content"][2]["text"] == "Well: Let me look."


def test_events_need_their_names_on_the_wire() -> None:
    frames = [streams.Frame(json.dumps(event)) for event in streams.synthesise(MESSAGE)]
    assert all(fault.lossy for fault in streams.check(frames).wire)
    assert len(streams.check(frames).wire) == len(frames)
    named = [streams.Frame(json.dumps(e), "message_stop") for e in streams.synthesise(MESSAGE) if e["type"] == "ping"]
    assert "is called `message_stop`" in str(streams.check(named).wire[0])


def test_the_content_is_compared_with_what_was_meant() -> None:
    events = [e for e in streams.synthesise(MESSAGE) if e.get("index") != 3]
    verdict = streams.check(events, MESSAGE)
    assert verdict.legal
    assert verdict.content == ("content has 3 elements and not 4",)
    numbers = {**MESSAGE, "usage": {"input_tokens": 5.0, "output_tokens": 20}}
    assert streams.check(streams.synthesise(MESSAGE), numbers).content == ("usage.input_tokens is 5 and not 5.0",)


ITEMS: list[tuple[Callable[[Events], Events], str]] = [
    (without("response.created"), "before `response.created`"),
    (without("response.output_item.added", 1), "for an item that was not added"),
    (without("response.content_part.added"), "for a part that was not added"),
    (without("response.output_item.done", 1), "item 1 is not done at the end"),
    (without("response.output_text.delta"), "another text than its deltas"),
    (without("response.completed"), "breaks off before `response.completed`"),
    (changed("response.output_item.done", 2, item={**RESPONSE["output"][2], "id": "fc_2"}), "has another `id`"),
    (changed("response.output_item.done", 2, item={**RESPONSE["output"][2], "arguments": '{"a":1}'}), "deltas brought"),
    (changed("response.output_item.added", 2, item=RESPONSE["output"][2]), "is added with its `arguments`"),
    (changed("response.output_item.added", 1, output_index=0), "is added twice"),
    (changed("response.completed", response={**RESPONSE, "output": RESPONSE["output"][1:]}), "as its items were done"),
    (changed("response.completed", response={**RESPONSE, "id": "other"}), "another one than at the start"),
    (changed("response.completed", response={**RESPONSE, "status": "failed"}), "with the status 'failed'"),
    (changed("response.in_progress", sequence_number=0), "does not follow the one before"),
    (lambda events: [*events, events[4]], "after the end"),
    (lambda events: [*events[:5], {"type": "error", "message": "x", "sequence_number": 5}], "ends with an error"),
]  # fmt: skip


@pytest.mark.parametrize(("damage", "words"), ITEMS, ids=[words for _, words in ITEMS])
def test_what_is_illegal_of_items(damage: Callable[[Events], Events], words: str) -> None:
    verdict = streams.check(damage(list(streams.synthesise(RESPONSE))))
    assert any(words in str(fault) for fault in verdict.wire), verdict.wire


def test_the_encrypted_content_is_that_of_the_done_item() -> None:
    events = list(streams.synthesise(RESPONSE))
    assert "encrypted_content" not in events[2]["item"]
    early = {**events[2]["item"], "encrypted_content": "early"}
    provisional = changed("response.output_item.added", 0, item=early)(events)
    assert streams.check(provisional).legal
    assert streams.accumulate(provisional) == RESPONSE


def chunk(events: Events, number: int, **delta: Any) -> Events:
    choice = {**events[number]["choices"][0], "delta": {**events[number]["choices"][0]["delta"], **delta}}
    return [*events[:number], {**events[number], "choices": [choice]}, *events[number + 1 :]]


CALL: Any = {"id": "call_1", "function": {"arguments": "{"}}
CHUNKS: list[tuple[Callable[[Events], Events], str]] = [
    (lambda e: e[1:], "begins without a role"),
    (lambda e: e[:4], "breaks off: no `finish_reason`"),
    (lambda e: [*e[:2], {**e[2], "id": "other"}, *e[3:]], "another id than the first"),
    (lambda e: [*e[:6], e[1], *e[6:]], "goes on after its `finish_reason`"),
    (lambda e: chunk(e, 4, tool_calls=[{**CALL, "index": 0}]), "gets its id once more"),
    (lambda e: chunk(e, 4, tool_calls=[CALL]), "has no index"),
    (lambda e: chunk(e, 4, tool_calls=[{**CALL, "index": 2}]), "begins with the index 2"),
    (lambda e: chunk(e, 4, tool_calls=[{"index": 0, "function": {"arguments": "{"}}]), "are no JSON"),
    (lambda e: chunk(e, 2, role="assistant"), "gets its role once more"),
    (lambda e: [*e[:3], {"error": {"message": "overloaded"}}], "ends with an error"),
    (lambda e: [{**e[0], "object": "chat.completion"}, *e[1:]], "its object is not"),
]


@pytest.mark.parametrize(("damage", "words"), CHUNKS, ids=[words for _, words in CHUNKS])
def test_what_is_illegal_of_chunks(damage: Callable[[Events], Events], words: str) -> None:
    verdict = streams.check(damage(list(streams.synthesise(COMPLETION))))
    assert any(words in str(fault) for fault in verdict.wire), verdict.wire


def test_chunks_end_with_a_mark_that_some_servers_forget() -> None:
    data = b"".join(streams.to_sse(COMPLETION))
    assert data.endswith(b"data: [DONE]\n\n")
    for sent in (data, data.removesuffix(b"data: [DONE]\n\n")):
        assert streams.check(streams.read_sse(sent), COMPLETION).legal


def test_a_first_chunk_that_says_nothing() -> None:
    """Azure says first what it thinks of the prompt."""
    blank = {"choices": [], "created": 0, "id": "", "model": "", "object": "", "prompt_filter_results": [1]}
    verdict = streams.check([blank, *streams.synthesise(COMPLETION)])
    assert verdict.legal
    assert verdict.message == {**COMPLETION, "prompt_filter_results": [1]}


def test_chunks_that_repeat_the_delta_as_a_message() -> None:
    events = list(streams.synthesise(COMPLETION))
    for event in events:
        for choice in event["choices"]:
            choice["message"] = choice["delta"]
    assert streams.check(events, COMPLETION).legal
    assert streams.accumulate(events) == COMPLETION


def test_the_encrypted_content_may_be_another_at_the_end() -> None:
    again = {**RESPONSE, "output": [{**RESPONSE["output"][0], "encrypted_content": "y"}, *RESPONSE["output"][1:]]}
    events = changed("response.completed", response=again)(list(streams.synthesise(RESPONSE)))
    assert streams.check(events).legal


def test_several_streams_in_one_capture() -> None:
    messages = [MESSAGE, RESPONSE, COMPLETION, COMPLETION, MESSAGE]
    found = streams.captures(b"".join(piece for message in messages for piece in streams.to_sse(message)))
    kinds = ["anthropic", "responses", "chat", "chat", "anthropic"]
    assert [capture.format for capture in found] == [f"{kind}-sse" for kind in kinds]
    assert [capture.message for capture in found] == messages
    assert all(capture.check.legal for capture in found)


@pytest.mark.parametrize("message", [MESSAGE, RESPONSE, COMPLETION], ids=["anthropic", "responses", "chat"])
def test_a_log_of_events(message: dict[str, Any]) -> None:
    """One event a line as JSON: what was never on the wire needs no names and marks."""
    log = "\n".join(json.dumps(event) for event in streams.synthesise(message)).encode() + b"\n"
    assert streams.looks_like(log)
    for data in (log, b"\xef\xbb\xbf" + log.replace(b"\n", b"\r\n"), b"\n" + log):
        (capture,) = streams.captures(data)
        assert (capture.faults, capture.message) == ((), message)
        assert all(data[f.start : f.end] == f.data.encode() for f in capture.frames)
    (torn,) = streams.captures(log[: len(log) // 2])
    assert torn.faults[-1].line == len(log[: len(log) // 2].splitlines())


def test_a_capture_that_is_torn() -> None:
    data = b"".join(streams.to_sse(MESSAGE))
    for end in range(7, len(data), 37):
        (capture,) = streams.captures(data[:end])
        assert not capture.check.legal
    # The empty line after the last event is what editors take away.
    assert streams.captures(data.rstrip())[0].check.legal

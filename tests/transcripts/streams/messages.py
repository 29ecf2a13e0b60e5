"""Responses of every kind with hostile content, for hypothesis."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

TEXTS = st.text(st.characters(codec="utf-8"), max_size=40) | st.sampled_from(
    ["", " ", "\n", "\r\n\r\n", "data: [DONE]\n\n", "\u2028\u2029\x85", "\x00\x1f\x7f", "🙂東京", '\\"\\u00', "a" * 200]
)
NUMBERS = st.integers() | st.integers(10**20, 10**40) | st.floats(allow_nan=False, allow_infinity=False)
PLAIN = st.none() | st.booleans() | NUMBERS | TEXTS
VALUES: st.SearchStrategy[Any] = st.recursive(
    PLAIN, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3), max_leaves=8
)
OBJECTS = st.dictionaries(TEXTS, VALUES, max_size=4)
IDS = st.uuids().map(lambda u: u.hex)


def fields(required: dict[str, Any], **optional: Any) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries(required, optional=optional)


# Anthropic

CITATIONS = fields(
    {"type": st.just("char_location"), "cited_text": TEXTS, "document_index": st.integers(0, 9),
     "document_title": TEXTS, "start_char_index": st.integers(0, 9), "end_char_index": st.integers(0, 9)}
)  # fmt: skip
KNOWN_BLOCKS = st.one_of(
    fields({"type": st.just("text"), "text": TEXTS}, citations=st.none() | st.lists(CITATIONS, max_size=2)),
    fields({"type": st.just("thinking"), "thinking": TEXTS, "signature": TEXTS}),
    fields({"type": st.just("redacted_thinking"), "data": TEXTS}),
    fields({"type": st.just("tool_use"), "id": IDS, "name": TEXTS, "input": OBJECTS}),
    fields({"type": st.just("server_tool_use"), "id": IDS, "name": st.just("web_search"), "input": OBJECTS}),
    fields({"type": st.just("web_search_tool_result"), "tool_use_id": IDS, "content": st.just([])}),
)
BLOCKS = st.one_of(
    KNOWN_BLOCKS,
    fields({"type": st.just("compaction"), "content": st.none() | TEXTS}, encrypted_content=st.none() | TEXTS),
    fields({"type": st.just("mcp_tool_use"), "id": IDS, "name": TEXTS, "input": VALUES, "server_name": TEXTS}),
    fields({"type": st.just("not_invented_yet")}, text=VALUES, thinking=VALUES, input=VALUES, payload=VALUES),
    # Known kinds with what they should not have.
    fields({"type": st.just("thinking")}, thinking=VALUES, signature=VALUES, extra=VALUES),
    fields({"type": st.just("text")}, text=VALUES, citations=VALUES, extra=VALUES),
    fields({"type": st.just("tool_use")}, input=VALUES, extra=VALUES),
    fields({}, type=VALUES, extra=VALUES),
)
STOPS = st.sampled_from(["end_turn", "tool_use", "max_tokens", "pause_turn", "stop_sequence", "refusal"])


def _message(blocks: st.SearchStrategy[Any], **optional: Any) -> st.SearchStrategy[dict[str, Any]]:
    usage = fields({"input_tokens": st.integers(0, 99), "output_tokens": st.integers(0, 99)},
                   cache_read_input_tokens=st.none() | st.integers(0, 9), service_tier=st.just("standard"))  # fmt: skip
    required = {
        "id": IDS, "type": st.just("message"), "role": st.just("assistant"), "model": st.just("claude-test"),
        "content": st.lists(blocks, max_size=5), "stop_reason": STOPS, "stop_sequence": st.none() | TEXTS,
        "usage": usage,
    }  # fmt: skip
    return fields(required, **optional)


KNOWN_MESSAGES = _message(KNOWN_BLOCKS)
MESSAGES = _message(
    BLOCKS, container=st.none() | OBJECTS, context_management=st.none() | OBJECTS, stop_details=st.none() | OBJECTS,
    input_transformations=st.lists(OBJECTS, max_size=2), later=VALUES,
)  # fmt: skip


# OpenAI Responses

_STATUS = st.sampled_from(["completed", "incomplete"])
_NOTES = st.lists(
    fields({"type": st.just("url_citation"), "url": TEXTS, "title": TEXTS, "start_index": st.integers(0, 9),
            "end_index": st.integers(0, 9)}),
    max_size=2,
)  # fmt: skip
_PARTS = st.one_of(
    fields({"type": st.just("output_text"), "text": TEXTS, "annotations": _NOTES}, logprobs=st.just([])),
    fields({"type": st.just("refusal"), "refusal": TEXTS}),
)
KNOWN_ITEMS = st.one_of(
    fields({"type": st.just("message"), "id": IDS, "role": st.just("assistant"), "status": _STATUS,
            "content": st.lists(_PARTS, max_size=3)}, phase=st.sampled_from(["commentary", "final_answer"])),
    fields({"type": st.just("reasoning"), "id": IDS,
            "summary": st.lists(fields({"type": st.just("summary_text"), "text": TEXTS}), max_size=2)},
           encrypted_content=st.none() | TEXTS, status=_STATUS,
           content=st.lists(fields({"type": st.just("reasoning_text"), "text": TEXTS}), max_size=2)),
    fields({"type": st.just("function_call"), "id": IDS, "call_id": IDS, "name": TEXTS, "arguments": TEXTS},
           status=_STATUS),
    fields({"type": st.just("custom_tool_call"), "id": IDS, "call_id": IDS, "name": TEXTS, "input": TEXTS}),
    fields({"type": st.just("compaction"), "id": IDS, "encrypted_content": TEXTS}),
    fields({"type": st.just("program"), "id": IDS, "call_id": IDS, "code": TEXTS, "fingerprint": TEXTS}),
)  # fmt: skip
ITEMS = st.one_of(
    KNOWN_ITEMS,
    fields({"type": st.just("message")}, content=VALUES, id=VALUES, status=VALUES),
    fields({"type": st.just("reasoning")}, content=VALUES, summary=VALUES, encrypted_content=VALUES),
    fields({"type": st.just("function_call")}, arguments=VALUES, status=VALUES),
    fields({}, type=VALUES, extra=VALUES),
)


def _response(items: st.SearchStrategy[Any], **optional: Any) -> st.SearchStrategy[dict[str, Any]]:
    required = {
        "id": IDS, "object": st.just("response"), "created_at": st.integers(0, 10**9), "model": st.just("gpt-test"),
        "status": st.just("completed"), "output": st.lists(items, max_size=5), "parallel_tool_calls": st.booleans(),
        "tool_choice": st.just("auto"), "tools": st.just([]), "error": st.none(), "usage": st.none(),
    }  # fmt: skip
    return fields(required, **optional)


KNOWN_RESPONSES = _response(KNOWN_ITEMS)
RESPONSES = _response(ITEMS, completed_at=NUMBERS, incomplete_details=st.none() | OBJECTS, later=VALUES)


# OpenAI Chat Completions

_CALLS = fields({"id": IDS, "type": st.just("function"), "function": fields({"name": TEXTS, "arguments": TEXTS})})
_KNOWN = {"role": st.just("assistant"), "content": st.none() | TEXTS}
KNOWN_CHAT = fields(
    _KNOWN,
    refusal=st.none() | TEXTS,
    reasoning_content=st.none() | TEXTS,
    tool_calls=st.lists(_CALLS, min_size=1, max_size=3),
)
CHAT = fields(
    _KNOWN, refusal=VALUES, reasoning_content=VALUES, reasoning=VALUES, reasoning_details=st.lists(OBJECTS, max_size=3),
    thinking_blocks=VALUES, annotations=VALUES, audio=st.none() | OBJECTS, later=VALUES,
    tool_calls=st.none() | st.lists(_CALLS | fields({"id": IDS, "type": st.just("custom"),
                                                     "custom": fields({"name": TEXTS, "input": TEXTS})},
                                                    extra_content=OBJECTS), max_size=3),
)  # fmt: skip


def _completion(
    message: st.SearchStrategy[Any], reasons: list[str], **optional: Any
) -> st.SearchStrategy[dict[str, Any]]:
    def numbered(choices: list[dict[str, Any]]) -> list[dict[str, Any]]:
        return [{"index": number, **choice} for number, choice in enumerate(choices)]

    choice = fields({"message": message, "finish_reason": st.sampled_from(reasons)},
                    logprobs=st.none())  # fmt: skip
    required = {
        "id": IDS, "object": st.just("chat.completion"), "created": st.integers(0, 10**9), "model": st.just("gpt-test"),
        "choices": st.lists(choice, min_size=1, max_size=2).map(numbered),
    }  # fmt: skip
    return fields(required, **optional)


KNOWN_COMPLETIONS = _completion(KNOWN_CHAT, ["stop"], system_fingerprint=TEXTS)
COMPLETIONS = _completion(
    CHAT,
    ["stop", "length", "content_filter"],
    usage=st.none() | OBJECTS,
    system_fingerprint=st.none() | TEXTS,
    service_tier=TEXTS,
    later=VALUES,
)

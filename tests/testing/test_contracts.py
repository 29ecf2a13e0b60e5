"""The judges of Chat Completions, Responses, Gemini and Bedrock: what they find, and that nothing makes them raise."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flake8_toolloop.dialects import bedrock as bedrock_wire
from flake8_toolloop.dialects import chat_wire
from flake8_toolloop.dialects import gemini as gemini_wire
from flake8_toolloop.dialects import responses as responses_wire
from flake8_toolloop.dialects.errors import ErrorText, plain
from flake8_toolloop.testing import judge_bedrock, judge_chat, judge_gemini, judge_responses
from flake8_toolloop.testing.contracts import CONTRACTS
from flake8_toolloop.testing.fault import Fault
from flake8_toolloop.transcripts.reading import unit_of
from flake8_toolloop.transcripts.recording import KEYS
from tests.testing.quotations import QUOTED

Judge = Callable[..., list[Fault]]
USER = {"role": "user", "content": "go"}
SEALED = "QUJDREVGR0hJSktM"


def found(faults: list[Fault]) -> list[tuple[Any, ...]]:
    """Kind and place, without the list that they are all in."""
    return [(fault.kind, *fault.pointer[1:]) for fault in faults]


def chat(*messages: Any, errors: tuple[str, ...] = (), **fields: Any) -> list[tuple[Any, ...]]:
    return found(judge_chat.judge({"messages": list(messages), **fields}, recorded=errors))


def call(*idents: str, **fields: Any) -> dict[str, Any]:
    calls = [{"id": one, "type": "function", "function": {"name": "ls", "arguments": "{}"}} for one in idents]
    return {"role": "assistant", "content": None, "tool_calls": calls, **fields}


def tool(ident: str, **fields: Any) -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": ident, "content": "ok", **fields}


CHAT: dict[str, tuple[list[Any], list[tuple[Any, ...]]]] = {
    "clean": ([USER, call("a", "b"), tool("b"), tool("a"), {"role": "assistant", "content": ""}, USER], []),
    "the same ids in another turn": ([USER, call("a"), tool("a"), call("a"), tool("a")], []),
    "calls without ids": (
        [USER, {"role": "assistant", "tool_calls": [{"function": {"name": "ls"}}]}, {"role": "tool", "tool_name": "l"}],
        [],
    ),
    "legacy function": (
        [USER, {"role": "assistant", "function_call": {"name": "ls"}}, {"role": "function", "name": "ls"}], [],
    ),
    "starts with tool": ([tool("a"), USER], [("orphan-result", 0)]),
    "first call only": ([USER, call("a", "b"), tool("a")], [("unanswered-call", 1, "tool_calls", 1)]),
    "nobody answers": ([USER, call("a"), USER], [("unanswered-call", 1, "tool_calls", 0)]),
    "open at the tail": ([USER, call("a")], [("open-at-tail", 1, "tool_calls", 0)]),
    "twice": ([USER, call("a"), tool("a"), tool("a")], [("duplicate-result", 3)]),
    "one id for two calls": ([USER, call("a", "a"), tool("a")], [("duplicate-call", 1, "tool_calls", 1)]),
    "another id": ([USER, call("a"), tool("b")], [("mismatched-id", 2, "tool_call_id")]),
    "two others": (
        [USER, call("a"), tool("b"), tool("c")],
        [("unanswered-call", 1, "tool_calls", 0), ("orphan-result", 2), ("orphan-result", 3)],
    ),
    "a message between": ([USER, call("a"), USER, tool("a")], [("text-before-result", 3)]),
    "a late result": ([USER, call("a"), tool("a"), USER, tool("z")], [("orphan-result", 4)]),
    "says nothing": ([USER, {"role": "assistant", "content": None}], [("empty-content", 1)]),
    "digits for keys": ([USER, {"0": "h", "1": "i", "role": "assistant", "content": "x"}], [("malformed-message", 1)]),
    "one turn without": (
        [USER, call("a", reasoning_content="x"), tool("a"), call("b"), tool("b")], [("reasoning-field-missing", 3)],
    ),
    "empty is a value": (
        [USER, call("a", reasoning_content="x"), tool("a"), call("b", reasoning_content=""), tool("b")], [],
    ),
    "another field may come and go": ([USER, call("a", reasoning="x"), tool("a"), call("b"), tool("b")], []),
    "a signature that others have": (
        [
            USER,
            call("a", extra_content={"google": {"thought_signature": SEALED}}), tool("a"), call("b"), tool("b"),
        ],
        [("unsigned", 3, "tool_calls", 0)],
    ),
    "signatures of an earlier turn": (
        [USER, call("b"), tool("b"), USER, call("a", extra_content={"google": {"thought_signature": SEALED}})],
        [("open-at-tail", 4, "tool_calls", 0)],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CHAT)
def test_chat(name: str) -> None:
    messages, expected = CHAT[name]
    assert chat(*messages) == expected


def test_chat_reasoning_by_model() -> None:
    messages = [USER, call("a"), tool("a"), {"role": "assistant", "content": "done"}, USER]
    missing = [("reasoning-field-missing", 1), ("reasoning-field-missing", 3)]
    assert chat(*messages, model="deepseek/deepseek-v4-pro") == missing
    assert chat(*messages, model="kimi-k2.6") == missing[:1]
    assert chat(*messages, model="gpt-5") == []
    assert chat(*messages, model="deepseek-v4-pro", thinking={"type": "disabled"}) == []
    empty = [USER, call("a", reasoning_content=""), tool("a")]
    assert chat(*empty, model="deepseek-v4") == []
    assert chat(*empty, model="kimi-k2.6") == missing[:1]
    assert chat(USER, call("a", reasoning="x"), tool("a"), model="deepseek/deepseek-v4") == []
    error = "400 thinking is enabled but reasoning_content is missing in assistant tool call message at index 1"
    assert chat(*messages[:3], errors=(error,)) == missing[:1]


def test_chat_reasoning_refused() -> None:
    messages = [USER, call("a", reasoning_content="x"), tool("a")]
    refused = [("field-refused", 1, "reasoning_content")]
    assert chat(*messages) == []
    assert chat(*messages, model="groq/openai/gpt-oss-120b") == refused
    error = "messages.1.assistant.reasoning_content: property 'messages.1.assistant.reasoning_content' is unsupported"
    assert chat(*messages, model="gpt-oss-120b", errors=(error,)) == refused


def responses(*items: Any, errors: tuple[str, ...] = (), **fields: Any) -> list[tuple[Any, ...]]:
    return found(judge_responses.judge({"input": list(items), **fields}, recorded=errors))


def thought(name: str, **fields: Any) -> dict[str, Any]:
    return {"type": "reasoning", "id": f"rs_{name}", "summary": [], "encrypted_content": "gAAAAAa", **fields}


def asked(name: str, **fields: Any) -> dict[str, Any]:
    fields = {"id": f"fc_{name}", "call_id": f"call_{name}", **fields}
    return {"type": "function_call", "name": "ls", "arguments": "{}", **fields}


def output(name: str, **fields: Any) -> dict[str, Any]:
    return {"type": "function_call_output", "call_id": f"call_{name}", "output": "ok", **fields}


def said(name: str) -> dict[str, Any]:
    return {"type": "message", "id": f"msg_{name}", "role": "assistant", "content": []}


RESPONSES: dict[str, tuple[list[Any], list[tuple[Any, ...]]]] = {
    "clean": (
        [
            USER, thought("a"), said("a"), asked("1"), asked("2"), output("2"), output("1"), thought("b"), said("b"),
            USER,
        ],
        [],
    ),
    "no reasoning anywhere": ([USER, asked("1"), output("1"), asked("2"), output("2"), said("b")], []),
    "no ids": ([USER, thought("a"), asked("1"), output("1"), USER, asked("2", id=None), output("2")], []),
    "two thoughts": ([USER, thought("a"), thought("b"), said("a")], []),
    "item reference": ([USER, {"type": "item_reference", "id": "rs_1"}, asked("1"), output("1"), thought("b")], []),
    "reasoning lost": (
        [USER, asked("1"), output("1"), thought("b"), asked("2"), output("2")], [("lost-reasoning", 1)],
    ),
    "not every turn has it": (
        [USER, asked("1"), output("1"), USER, thought("b"), asked("2"), output("2"), USER, asked("3"), output("3")], [],
    ),
    "dangling": ([USER, thought("a"), USER], [("dangling-reasoning", 1)]),
    "dangling before the output": (
        [USER, asked("1"), thought("a"), output("1")], [("item-before-reasoning", 1), ("dangling-reasoning", 2)],
    ),
    "dangling, and nobody checks it": ([USER, thought("a", id=None), USER], []),
    "swapped": ([USER, said("1"), thought("a"), USER], [("item-before-reasoning", 1), ("dangling-reasoning", 2)]),
    "interleaved": (
        [USER, thought("a"), asked("1"), output("1"), asked("2"), output("2"), asked("3"), output("3")],
        [("interleaved", 4), ("interleaved", 6)],
    ),
    "calls that stand together elsewhere": (
        [
            USER, thought("a"), asked("1"), output("1"), asked("2"), output("2"), said("x"), USER,
            asked("3"), asked("4"), output("3"), output("4"),
        ],
        [],
    ),
    "no output": ([USER, thought("a"), asked("1"), USER], [("unanswered-call", 2)]),
    "one output of two": ([USER, asked("1"), asked("2"), output("1")], [("unanswered-call", 2)]),
    "open at the tail": ([USER, thought("a"), asked("1"), asked("2")], [("open-at-tail", 2), ("open-at-tail", 3)]),
    "a shell call of the provider's": ([USER, {"type": "shell_call", "id": "sh_1", "call_id": "call_1"}, USER], []),
    "orphan": ([USER, output("1")], [("orphan-result", 1)]),
    "output first": ([USER, output("1"), asked("1")], [("moved", 1)]),
    "id for call_id": ([USER, asked("1"), output("1", call_id="fc_1")], [("mismatched-id", 2, "call_id")]),
    "two outputs": ([USER, asked("1"), output("1"), output("1")], [("duplicate-result", 3)]),
    "a call twice": ([USER, asked("1"), asked("1"), output("1")], [("duplicate-call", 2)]),
    "reasoning twice": (
        [USER, thought("a"), asked("1"), output("1"), thought("a"), said("b")], [("duplicate-signed", 4)],
    ),
    "empty id": ([USER, asked("1", id=""), output("1")], [("wrong-item-id", 1, "id")]),
    "garbled": (
        [USER, thought("a", encrypted_content="gAA…AA"), said("b")], [("garbled-signature", 1, "encrypted_content")],
    ),
    "a compaction takes what is before it": (
        [USER, asked("1"), {"type": "compaction", "encrypted_content": "x"}, USER, said("b")], [],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", RESPONSES)
def test_responses(name: str) -> None:
    items, expected = RESPONSES[name]
    assert responses(*items) == expected


def test_responses_store() -> None:
    items = [USER, thought("a", encrypted_content=None), asked("1"), output("1")]
    assert responses(*items) == []
    assert responses(*items, store=True) == []
    assert responses(*items, store=False) == [("without-encrypted", 1)]
    error = "404 Item with id 'rs_a' not found. Items are not persisted when `store` is set to false. Try again"
    assert responses(*items, errors=(error,)) == [("without-encrypted", 1)]


def test_responses_held_by_the_provider() -> None:
    assert responses(output("1"), previous_response_id="resp_1") == []
    assert responses(output("1"), conversation="conv_1") == []


def test_responses_recorded_error() -> None:
    items = [USER, asked("1"), output("1")]
    error = "Item 'fc_1' of type 'function_call' was provided without its required 'reasoning' item: 'rs_9'."
    assert responses(*items) == []
    assert responses(*items, errors=(error,)) == [("lost-reasoning", 1)]
    told = "Item 'msg_1' (of type 'message') was provided without its required 'reasoning' item: 'rs_9'."
    assert responses(USER, said("1"), errors=(told,)) == [("lost-reasoning", 1)]


def test_responses_ids_as_the_provider_gives_them() -> None:
    """Steps without reasoning are common, and taken: only an error tells that one has lost it."""
    real = [f"6888f6d0606c819aa8205ecee386963f0e683233d391{n:04}" for n in range(4)]
    calls = [asked(str(n), id=f"fc_{real[n]}") for n in range(4)]
    items = [USER, thought(real[0]), calls[0], output("0"), calls[1], output("1"), USER, calls[2], output("2")]
    assert responses(*items) == []
    error = "Item '{}' of type 'function_call' was provided without its required 'reasoning' item: 'rs_x'."
    assert responses(*items, errors=(error.format(f"fc_{real[1]}"),)) == [("interleaved", 4)]
    assert responses(*items, errors=(error.format(f"fc_{real[2]}"),)) == [("lost-reasoning", 7)]


def test_responses_tools_that_the_provider_runs() -> None:
    searched = [
        {"type": "tool_search_call", "call_id": None, "execution": "server", "id": "tsc_1"},
        {"type": "tool_search_output", "call_id": None, "execution": "server", "id": "tso_1"},
    ]
    assert responses(USER, thought("a"), *searched, asked("1"), output("1"), said("b")) == []
    asked_for = {"type": "tool_search_call", "call_id": "call_s", "execution": "client"}
    assert responses(USER, asked_for, {"type": "tool_search_output", "call_id": "call_s", "execution": "client"}) == []


def gemini(*contents: Any, **fields: Any) -> list[tuple[Any, ...]]:
    return found(judge_gemini.judge({"contents": list(contents), **fields}))


def user(*parts: Any) -> dict[str, Any]:
    return {"role": "user", "parts": list(parts)}


def model(*parts: Any) -> dict[str, Any]:
    return {"role": "model", "parts": list(parts)}


def wants(name: str, signature: str | None = SEALED, **fields: Any) -> dict[str, Any]:
    part: dict[str, Any] = {"functionCall": {"name": name, "args": {}, **fields}}
    return {**part, "thoughtSignature": signature} if signature else part


def gets(name: str, **fields: Any) -> dict[str, Any]:
    return {"functionResponse": {"name": name, "response": {"ok": True}, **fields}}


GO = user({"text": "go"})
THOUGHT = {"text": "plan", "thought": True, "thoughtSignature": SEALED}
GEMINI: dict[str, tuple[list[Any], list[tuple[Any, ...]]]] = {
    "clean": (
        [GO, model(wants("a"), wants("b", None)), user(gets("a"), gets("b")), model({"text": "x"}), GO], [],
    ),
    "in the SDK's spelling": (
        [
            GO, {"role": "model", "parts": [{"function_call": {"name": "a"}, "thought_signature": SEALED}]},
            {"role": "tool", "parts": [{"function_response": {"name": "a"}}]},
        ],
        [],
    ),
    "signed by the thought beside it": ([GO, model(THOUGHT, wants("a", None)), user(gets("a"))], []),
    "no evidence of signatures": ([GO, model(wants("a", None)), user(gets("a"))], []),
    "unsigned": (
        [GO, model(wants("a")), user(gets("a")), model(wants("b", None)), user(gets("b"))],
        [("unsigned", 3, "parts", 0)],
    ),
    "unsigned in a turn that is over": (
        [GO, model(wants("a", None)), user(gets("a")), model({"text": "x"}), GO, model(wants("b")), user(gets("b"))],
        [],
    ),
    "the placeholder": (
        [GO, model(wants("a", "skip_thought_signature_validator")), user(gets("a"))], [],
    ),
    "on the second call": (
        [GO, model(wants("a", None), wants("b")), user(gets("a"), gets("b"))],
        [("moved", 1, "parts", 1, "thoughtSignature")],
    ),
    "garbled": (
        [GO, model(wants("a", "QUJ…")), user(gets("a"))],
        [("garbled-signature", 1, "parts", 0, "thoughtSignature")],
    ),
    "split": (
        [GO, model(wants("a"), wants("b", None)), user(gets("a")), user(gets("b"))], [("split-results", 2)],
    ),
    "one response of two": (
        [GO, model(wants("a"), wants("b", None)), user(gets("a"))], [("unanswered-call", 1, "parts", 1)],
    ),
    "a response too many": (
        [GO, model(wants("a")), user(gets("a"), gets("b"))], [("orphan-result", 2, "parts", 1)],
    ),
    "starts with a response": ([user(gets("a")), GO], [("orphan-result", 0, "parts", 0)]),
    "twice by id": (
        [GO, model(wants("a", id="1")), user(gets("a", id="1"), gets("a", id="1"))],
        [("duplicate-result", 2, "parts", 1)],
    ),
    "another id": (
        [GO, model(wants("a", id="1")), user(gets("a", id="2"))],
        [("mismatched-id", 2, "parts", 0, "functionResponse", "id")],
    ),
    "nobody answers": ([GO, model(wants("a")), GO], [("unanswered-call", 1, "parts", 0)]),
    "open at the tail": ([GO, model(wants("a"))], [("open-at-tail", 1, "parts", 0)]),
    "one turn in two contents": (
        [GO, model(wants("a")), model(wants("b", None)), user(gets("a"), gets("b"))], [],
    ),
    "two steps, and the response between them is lost": (
        [GO, model(wants("a")), model(wants("b")), user(gets("b"))], [("unanswered-call", 1, "parts", 0)],
    ),
    "no parts": ([GO, model(), GO], [("empty-content", 1)]),
    "no list of parts": ([GO, {"role": "model"}], [("malformed-message", 1)]),
}  # fmt: skip


@pytest.mark.parametrize("name", GEMINI)
def test_gemini(name: str) -> None:
    contents, expected = GEMINI[name]
    assert gemini(*contents) == expected


def test_gemini_of_an_older_model_by_its_signatures() -> None:
    contents = [GO, model(wants("a", "ClgBEU0yD8z3tYzb")), user(gets("a")), model(wants("b", None)), user(gets("b"))]
    assert gemini(*contents) == []
    assert gemini(*contents, model="gemini-3-pro") == [("unsigned", 3, "parts", 0)]


def test_gemini_by_model() -> None:
    contents = [GO, model(wants("a", None)), user(gets("a"))]
    assert gemini(*contents, model="models/gemini-3-pro-preview") == [("unsigned", 1, "parts", 0)]
    assert gemini(*contents, model="gemini-2.5-pro") == []
    assert gemini(*contents, model="gemini-3-pro-image-preview") == []
    mixed = [GO, model(wants("a")), user(gets("a")), model(wants("b", None)), user(gets("b"))]
    assert gemini(*mixed, model="gemini-2.5-flash") == []


def bedrock(*messages: Any, **fields: Any) -> list[tuple[Any, ...]]:
    return found(judge_bedrock.judge({"messages": list(messages), **fields}))


def mine(*blocks: Any) -> dict[str, Any]:
    return {"role": "user", "content": list(blocks)}


def yours(*blocks: Any) -> dict[str, Any]:
    return {"role": "assistant", "content": list(blocks)}


def use(ident: str) -> dict[str, Any]:
    return {"toolUse": {"toolUseId": ident, "name": "ls", "input": {}}}


def gives(ident: str) -> dict[str, Any]:
    return {"toolResult": {"toolUseId": ident, "content": [{"text": "ok"}]}}


def reasons(signature: str | None = SEALED) -> dict[str, Any]:
    text = {"text": "hm"} if signature is None else {"text": "hm", "signature": signature}
    return {"reasoningContent": {"reasoningText": text}}


ASK = mine({"text": "go"})
REDACTED = {"reasoningContent": {"redactedContent": SEALED}}
BEDROCK: dict[str, tuple[list[Any], list[tuple[Any, ...]]]] = {
    "clean": (
        [
            ASK, yours(reasons(), {"text": "x"}, use("a"), use("b")), mine(gives("b"), gives("a")),
            yours({"text": "y"}), ASK,
        ],
        [],
    ),
    "redacted": ([ASK, yours(REDACTED, use("a")), mine(gives("a"))], []),
    "reasoning of a model that signs nothing": ([ASK, yours(reasons(None), use("a")), mine(gives("a"))], []),
    "unsigned": (
        [ASK, yours(reasons(), use("a")), mine(gives("a")), yours(reasons(None), {"text": "x"})],
        [("unsigned", 3, "content", 0)],
    ),
    "garbled": (
        [ASK, yours(reasons("QUJ…"), {"text": "x"})],
        [("garbled-signature", 1, "content", 0, "reasoningContent", "reasoningText", "signature")],
    ),
    "without data": (
        [ASK, yours({"reasoningContent": {"redactedContent": ""}}, {"text": "x"})], [("without-data", 1, "content", 0)],
    ),
    "not first": ([ASK, yours({"text": "x"}, reasons())], [("moved", 1, "content", 1)]),
    "split": (
        [ASK, yours(use("a"), use("b")), mine(gives("a")), mine(gives("b"))], [("split-results", 2)],
    ),
    "text first": (
        [ASK, yours(use("a")), mine({"text": "now"}, gives("a"))], [("text-before-result", 2, "content", 0)],
    ),
    "cache point first": ([ASK, yours(use("a")), mine({"cachePoint": {"type": "default"}}, gives("a"))], []),
    "one of two": ([ASK, yours(use("a"), use("b")), mine(gives("a"))], [("unanswered-call", 1, "content", 1)]),
    "nobody answers": ([ASK, yours(use("a")), ASK], [("unanswered-call", 1, "content", 0)]),
    "open at the tail": ([ASK, yours(use("a"))], [("open-at-tail", 1, "content", 0)]),
    "orphan": ([mine(gives("a")), yours({"text": "x"})], [("orphan-result", 0, "content", 0)]),
    "another id": (
        [ASK, yours(use("a")), mine(gives("b"))], [("mismatched-id", 2, "content", 0, "toolResult", "toolUseId")],
    ),
    "twice": ([ASK, yours(use("a")), mine(gives("a"), gives("a"))], [("duplicate-result", 2, "content", 1)]),
    "one id for two calls": ([ASK, yours(use("a"), use("a")), mine(gives("a"))], [("duplicate-call", 1, "content", 1)]),
    "one turn in two": (
        [ASK, yours(reasons(), use("a")), mine(gives("a")), yours(reasons(), use("b")), mine(gives("b"))],
        [("duplicate-signed", 3, "content", 0)],
    ),
    "users in a row": ([ASK, ASK], [("roles-in-a-row", 1)]),
    "nothing": ([ASK, yours(), ASK], [("empty-content", 1)]),
    "empty text": ([ASK, yours({"text": ""}), ASK], [("empty-text", 1, "content", 0)]),
    "blank text": ([mine({"text": "\n"}, {"cachePoint": {"type": "default"}}, {"text": "x"})], []),
    "a tool that the provider runs": (
        [
            ASK,
            yours(
                {"toolUse": {"toolUseId": "a", "type": "server_tool_use", "name": "x", "input": {}}},
                {"toolResult": {"toolUseId": "a", "type": "x_result", "content": []}}, use("b"),
            ),
            mine(gives("b")),
        ],
        [],
    ),
    "plain text": ([USER], [("malformed-message", 0)]),
}  # fmt: skip


@pytest.mark.parametrize("name", BEDROCK)
def test_bedrock(name: str) -> None:
    messages, expected = BEDROCK[name]
    assert bedrock(*messages) == expected


def test_bedrock_by_model() -> None:
    assert bedrock(ASK, ASK, modelId="amazon.titan-text-express-v1") == []
    messages = [ASK, yours(reasons(None), use("a")), mine(gives("a"))]
    assert bedrock(*messages, modelId="us.anthropic.claude-opus-4-5-v1:0") == [("unsigned", 1, "content", 0)]
    assert bedrock(*messages, modelId="us.deepseek.r1-v1:0") == []


VALUES = {
    "ids": "call_1", "call": "call_1", "item": "fc_1", "kind": "function_call", "reasoning": "rs_1", "index": "3",
    "message": "2", "name": "ls", "position": "2", "found": "text", "content": "gAAA", "prefix": "fc", "first": "3",
    "second": "4", "field": "reasoning_content",
}  # fmt: skip


@pytest.mark.parametrize("module", [chat_wire, responses_wire, gemini_wire, bedrock_wire])
def test_each_refusal_is_known_by_its_own_words(module: Any) -> None:
    errors = module.WIRE.errors
    assert {value for value in vars(module).values() if isinstance(value, ErrorText)} == set(errors)
    for error in errors:
        assert error.source.startswith("https://")
        text = plain(f'{{"error": {{"message": "{error.text(**VALUES)}"}}}}')
        assert next(other for other in errors if other.pattern.search(text)) is error


def test_readers_and_judges_look_in_the_same_place() -> None:
    for module in (chat_wire, responses_wire, gemini_wire, bedrock_wire):
        wire = module.WIRE
        assert KEYS[wire.name] == wire.holder
        assert wire.name in CONTRACTS
        response: Any = {wire.assistant: 1}
        for step in reversed(wire.unit):
            response = [response] if step == "[]" else {step: response}
        if wire.content:
            way = unit_of(response)
            assert way is not None
            assert tuple("[]" if step == 0 else step for step in way) == wire.unit


@pytest.mark.parametrize("name", QUOTED)
def test_each_refusal_is_known_as_it_is_quoted(name: str) -> None:
    module, quotation = QUOTED[name]
    told = [error.name for error in module.WIRE.errors if error.pattern.search(plain(quotation))]
    assert told[0] == name


WORDS = st.sampled_from([
    "role", "user", "assistant", "model", "tool", "content", "parts", "type", "id", "call_id", "tool_calls", "a", "",
    "tool_call_id", "function_call", "function_call_output", "reasoning", "message", "functionCall", "functionResponse",
    "thoughtSignature", "toolUse", "toolResult", "toolUseId", "reasoningContent", "reasoningText", "signature", "name",
    "redactedContent", "encrypted_content", "extra_content", "google", "text", "reasoning_content", "summary",
])  # fmt: skip
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 2) | st.floats(allow_nan=False) | WORDS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS, inner, max_size=5),
    max_leaves=30,
)
JUDGES: dict[str, tuple[Judge, str]] = {
    "chat": (judge_chat.judge, "messages"),
    "responses": (judge_responses.judge, "input"),
    "gemini": (judge_gemini.judge, "contents"),
    "bedrock": (judge_bedrock.judge, "messages"),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", JUDGES)
@settings(deadline=None)
@given(conversation=JSON | st.lists(st.dictionaries(WORDS, JSON, max_size=6), max_size=6), model=JSON)
def test_any_value_in_any_place(name: str, conversation: Any, model: Any) -> None:
    judge, holder = JUDGES[name]
    body = {holder: conversation, "model": model, "thinking": model, "store": False}
    for fault in judge(body, recorded=("x",)):
        place: Any = body
        for step in fault.pointer:
            place = place[step] if isinstance(place, list) or step in place else None  # type: ignore[index]
        assert fault.message
        assert "{" not in fault.said or "{" in json.dumps(body)

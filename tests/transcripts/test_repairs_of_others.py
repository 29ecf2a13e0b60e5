"""Repairs of Chat Completions, Responses, Gemini and Bedrock: what each kind of fault becomes."""

from __future__ import annotations

import json
from typing import Any

import pytest

from flake8_toolloop.testing.contracts import CONTRACTS
from flake8_toolloop.transcripts import repair
from flake8_toolloop.transcripts.recording import KEYS

SEALED = "QUJDREVGR0hJSktM"
GO = {"role": "user", "content": "go"}


def fixed(form: str, units: list[Any], **fields: Any) -> tuple[Any, list[str], list[str]]:
    """What a conversation becomes, what was done, and what is left; it is legal then, and stays as it is."""
    body = {**fields, KEYS[form]: units}
    outcomes = []
    for text in (json.dumps(body), json.dumps(body, indent=1), json.dumps(body, separators=(",", ":"))):
        done = repair(text.encode(), format=form)
        outcomes.append(json.loads(done.data))
        assert repair(done.data, format=form).data is done.data
        if not done.left:
            assert list(CONTRACTS[form](outcomes[-1])) == []
    assert outcomes[0] == outcomes[1] == outcomes[2]
    kinds = [change.kind for change in done.changes]
    return outcomes[0][KEYS[form]], kinds, [left.reason for left in done.left]


def check(form: str, units: list[Any], expected: list[Any], *kinds: str, **fields: Any) -> None:
    assert fixed(form, units, **fields) == (expected, list(kinds), [])


def stays(form: str, units: list[Any], why: str, **fields: Any) -> None:
    after, kinds, left = fixed(form, units, **fields)
    assert after == units
    assert kinds == []
    assert why in left[0]


def call(*idents: str, **fields: Any) -> dict[str, Any]:
    calls = [{"id": one, "type": "function", "function": {"name": "ls", "arguments": "{}"}} for one in idents]
    return {"role": "assistant", "content": None, "tool_calls": calls, **fields}


def tool(ident: str, said: str = "ok") -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": ident, "content": said}


def test_chat() -> None:
    end = {"role": "assistant", "content": "done"}
    check("chat", [GO, tool("x"), end], [GO, end], "orphan-result")
    check("chat", [GO, call("a"), tool("a"), tool("a"), end], [GO, call("a"), tool("a"), end], "duplicate-result")
    check("chat", [GO, call("a"), tool("b"), end], [GO, call("a"), tool("a"), end], "mismatched-id")
    check("chat", [GO, call("a", "a"), tool("a"), end], [GO, call("a"), tool("a"), end], "duplicate-call")
    check("chat", [GO, call("a"), GO, tool("a"), end], [GO, call("a"), tool("a"), GO, end], "text-before-result")
    check("chat", [GO, call("a", "b"), GO, tool("b"), tool("a")], [GO, call("a", "b"), tool("b"), tool("a"), GO],
          "text-before-result", "text-before-result")  # fmt: skip
    check("chat", [GO, {"role": "assistant", "content": None}, GO], [GO, GO], "empty-content")
    check("chat", [GO, {"0": "h", "1": "i", "content": ""}, GO], [GO, GO], "malformed-message")


def test_chat_unanswered() -> None:
    check("chat", [GO, call("a"), GO], [GO, call("a"), tool("a", "[interrupted]"), GO], "unanswered-call")
    check("chat", [GO, call("a")], [GO, call("a"), tool("a", "[interrupted]")], "open-at-tail")
    skipped = [tool("b"), tool("a", "[skipped]"), tool("c", "[skipped]")]
    check("chat", [GO, call("a", "b", "c"), tool("b")], [GO, call("a", "b", "c"), *skipped],
          "unanswered-call", "unanswered-call")  # fmt: skip


def test_chat_reasoning() -> None:
    with_it = [GO, call("a", reasoning_content="x"), tool("a"), call("b"), tool("b")]
    stays("chat", with_it, "depends on the endpoint")
    filled = [*with_it[:3], call("b", reasoning_content=""), tool("b")]
    check("chat", with_it, filled, "reasoning-field-missing", model="deepseek-v4-pro")
    null = [*with_it[:3], call("b", reasoning_content=None), tool("b")]
    check("chat", null, filled, "reasoning-field-missing", model="deepseek-v4-pro")
    stays("chat", with_it, "takes no empty one", model="kimi-k2.6")
    check("chat", with_it[:3], [GO, call("a"), tool("a")], "field-refused", model="groq/openai/gpt-oss-120b")


def test_chat_what_stays() -> None:
    other = call("a", "a")
    other["tool_calls"][1]["function"]["arguments"] = '{"x": 1}'
    stays("chat", [GO, other, tool("a")], "two different calls")
    stays("chat", [GO, {"content": "hi"}], "cannot be told")
    google = {"extra_content": {"google": {"thought_signature": SEALED}}}
    stays("chat", [GO, call("a", **google), tool("a"), call("b"), tool("b")], "the signature is not in the file")


def thought(name: str, **fields: Any) -> dict[str, Any]:
    return {"type": "reasoning", "id": f"rs_{name}", "summary": [], "encrypted_content": "gAAAAAa", **fields}


def asked(name: str, *, bare: bool = False) -> dict[str, Any]:
    ident = {} if bare else {"id": f"fc_{name}"}
    return {"type": "function_call", **ident, "call_id": f"call_{name}", "name": "ls", "arguments": "{}"}


def output(name: str, said: str = "ok") -> dict[str, Any]:
    return {"type": "function_call_output", "call_id": f"call_{name}", "output": said}


def said(name: str) -> dict[str, Any]:
    return {"type": "message", "id": f"msg_{name}", "role": "assistant", "content": []}


def test_responses() -> None:
    rest = [thought("b"), asked("2"), output("2")]
    check("responses", [GO, output("1"), *rest], [GO, *rest], "orphan-result")
    check("responses", [GO, *rest, output("2")], [GO, *rest], "duplicate-result")
    check("responses", [GO, asked("1"), output("1"), *rest], [GO, asked("1", bare=True), output("1"), *rest],
          "lost-reasoning")  # fmt: skip
    check("responses", [GO, thought("a"), GO, *rest], [GO, GO, *rest], "dangling-reasoning")
    check("responses", [GO, said("1"), thought("a"), GO], [GO, thought("a"), said("1"), GO], "item-before-reasoning")
    check("responses", [GO, asked("1"), thought("a"), thought("c"), output("1")],
          [GO, thought("a"), thought("c"), asked("1"), output("1")], "item-before-reasoning")  # fmt: skip
    check(
        "responses",
        [GO, thought("a"), asked("1"), output("1"), asked("2"), output("2"), asked("3"), output("3"), said("e")],
        [GO, thought("a"), asked("1"), asked("2"), asked("3"), output("1"), output("2"), output("3"), said("e")],
        "interleaved",
    )
    check("responses", [GO, output("1"), asked("1"), said("e")], [GO, asked("1"), output("1"), said("e")], "moved")
    wrong = {**output("1"), "call_id": "fc_1"}
    check("responses", [GO, asked("1"), wrong], [GO, asked("1"), output("1")], "mismatched-id")
    check("responses", [GO, asked("1"), asked("1"), output("1")], [GO, asked("1"), output("1")], "duplicate-call")
    check("responses", [GO, *rest, thought("b"), said("e")], [GO, *rest, said("e")], "duplicate-signed")
    check("responses", [GO, {**asked("1"), "id": ""}, output("1")], [GO, asked("1", bare=True), output("1")],
          "wrong-item-id")  # fmt: skip


def test_responses_unanswered() -> None:
    quit_ = output("1", "interrupted")
    check("responses", [GO, asked("1"), GO], [GO, asked("1"), quit_, GO], "unanswered-call")
    check("responses", [GO, asked("1")], [GO, asked("1"), quit_], "open-at-tail")
    check("responses", [GO, asked("1"), asked("2"), output("2"), GO],
          [GO, asked("1"), asked("2"), output("2"), quit_, GO], "unanswered-call")  # fmt: skip
    custom = {"type": "custom_tool_call", "call_id": "call_1", "name": "x", "input": "y"}
    answer = {"type": "custom_tool_call_output", "call_id": "call_1", "output": "interrupted"}
    check("responses", [GO, custom, GO], [GO, custom, answer, GO], "unanswered-call")


def test_responses_unreadable() -> None:
    bare = thought("a", encrypted_content=None)
    after = [GO, said("x"), asked("1", bare=True), output("1")]
    del after[1]["id"]
    check("responses", [GO, bare, said("x"), asked("1"), output("1")], after, "without-encrypted", store=False)
    broken = thought("a", encrypted_content="gAA…")
    check("responses", [GO, broken, said("x"), asked("1"), output("1")], after, "garbled-signature")


def test_responses_what_stays() -> None:
    other = {**asked("1"), "arguments": '{"x": 1}'}
    stays("responses", [GO, asked("1"), other, output("1")], "two different items")


def test_a_response_as_it_was_received() -> None:
    """Nothing was sent after it yet: what is open there is no fault, and nothing of it is rewritten."""
    for open_ in ([thought("a"), asked("1"), asked("2")], [asked("1"), thought("a")][1:]):
        body = {"request": {"model": "m", "input": [GO]}, "response": {"object": "response", "output": open_}}
        data = json.dumps(body).encode()
        done = repair(data)
        assert done.data is data
        assert not done.left


def user(*parts: Any) -> dict[str, Any]:
    return {"role": "user", "parts": list(parts)}


def model(*parts: Any) -> dict[str, Any]:
    return {"role": "model", "parts": list(parts)}


def wants(name: str, signature: str | None = SEALED, **fields: Any) -> dict[str, Any]:
    part: dict[str, Any] = {"functionCall": {**fields, "name": name, "args": {}}}
    return {**part, "thoughtSignature": signature} if signature else part


def gets(name: str, response: Any = "ok", **fields: Any) -> dict[str, Any]:
    return {"functionResponse": {**fields, "name": name, "response": {"result": response}}}


def quits(name: str, **fields: Any) -> dict[str, Any]:
    return {"functionResponse": {**fields, "name": name, "response": {"error": "interrupted"}}}


ASK = user({"text": "go"})
PAIR = model(wants("a"), wants("b", None))


def test_gemini() -> None:
    start = [ASK, model(wants("a")), user(gets("a"))]
    check("gemini", [user(gets("x")), *start], start, "orphan-result")
    check("gemini", [*start[:2], user(gets("a"), gets("x"))], start, "orphan-result")
    check("gemini", [ASK, model(wants("a", id="1")), user(gets("a", id="1"), gets("a", id="1"))],
          [ASK, model(wants("a", id="1")), user(gets("a", id="1"))], "duplicate-result")  # fmt: skip
    check("gemini", [ASK, model(wants("a", id="1")), user(gets("a", id="2"))],
          [ASK, model(wants("a", id="1")), user(gets("a", id="1"))], "mismatched-id")  # fmt: skip
    skip = "skip_thought_signature_validator"
    check("gemini", [*start, model(wants("b", None)), user(gets("b"))],
          [*start, model(wants("b", skip)), user(gets("b"))], "unsigned")  # fmt: skip
    check("gemini", [ASK, model(wants("a", None), wants("b")), user(gets("a"), gets("b"))],
          [ASK, PAIR, user(gets("a"), gets("b"))], "moved")  # fmt: skip
    check("gemini", [ASK, PAIR, user(gets("a")), user(gets("b"))], [ASK, PAIR, user(gets("a"), gets("b"))],
          "split-results")  # fmt: skip
    check("gemini", [*start, model(), ASK], [*start, ASK], "empty-content")


def test_gemini_in_the_spelling_of_the_sdk() -> None:
    part = {"function_call": {"name": "a", "args": {}}}
    answer = {"role": "user", "parts": [{"function_response": {"name": "a", "response": {"error": "interrupted"}}}]}
    signed = {**part, "thought_signature": "skip_thought_signature_validator"}
    check("gemini", [ASK, model(part), ASK], [ASK, model(part), answer, ASK], "unanswered-call", model="gemini-3-pro")
    check("gemini", [ASK, model(part), answer], [ASK, model(signed), answer], "unsigned", model="gemini-3-pro")


def test_gemini_unanswered() -> None:
    check("gemini", [ASK, PAIR, user(gets("a")), model({"text": "x"})],
          [ASK, PAIR, user(gets("a"), quits("b")), model({"text": "x"})], "unanswered-call")  # fmt: skip
    check("gemini", [ASK, model(wants("a")), model(wants("b")), user(gets("b"))],
          [ASK, model(wants("a")), model(wants("b")), user(quits("a"), gets("b"))], "unanswered-call")  # fmt: skip
    check("gemini", [ASK, PAIR], [ASK, PAIR, user(quits("a"), quits("b"))], "open-at-tail", "unanswered-call")
    check("gemini", [ASK, model(wants("a", id="1")), ASK],
          [ASK, model(wants("a", id="1")), user(quits("a", id="1")), ASK], "unanswered-call")  # fmt: skip


def test_gemini_garbled() -> None:
    skip = "skip_thought_signature_validator"
    check("gemini", [ASK, model(wants("a", "QU…")), user(gets("a"))], [ASK, model(wants("a", skip)), user(gets("a"))],
          "garbled-signature", "unsigned", model="gemini-3-pro")  # fmt: skip
    check("gemini", [ASK, model({"text": "x"}, {"thoughtSignature": "QU…"})], [ASK, model({"text": "x"})],
          "garbled-signature")  # fmt: skip


def mine(*blocks: Any) -> dict[str, Any]:
    return {"role": "user", "content": list(blocks)}


def yours(*blocks: Any) -> dict[str, Any]:
    return {"role": "assistant", "content": list(blocks)}


def use(ident: str) -> dict[str, Any]:
    return {"toolUse": {"toolUseId": ident, "name": "ls", "input": {}}}


def gives(ident: str) -> dict[str, Any]:
    return {"toolResult": {"toolUseId": ident, "content": [{"text": "ok"}]}}


def stopped(ident: str) -> dict[str, Any]:
    return {"toolResult": {"toolUseId": ident, "content": [{"text": "interrupted"}], "status": "error"}}


def reasons(signature: str | None = SEALED) -> dict[str, Any]:
    text = {"text": "hm"} if signature is None else {"text": "hm", "signature": signature}
    return {"reasoningContent": {"reasoningText": text}}


HEY, END = mine({"text": "go"}), yours({"text": "done"})


def test_bedrock() -> None:
    start = [HEY, yours(reasons(), use("a")), mine(gives("a")), END]
    check("bedrock", [HEY, yours({"text": "x"}), mine(gives("x"), {"text": "y"}), END],
          [HEY, yours({"text": "x"}), mine({"text": "y"}), END], "orphan-result")  # fmt: skip
    check("bedrock", [*start[:2], mine(gives("a"), gives("a")), END], start, "duplicate-result")
    check("bedrock", [*start[:2], mine(gives("b")), END], start, "mismatched-id")
    check("bedrock", [HEY, yours(reasons(), use("a"), use("a")), *start[2:]], start, "duplicate-call")
    check("bedrock", [*start[:3], yours(reasons(None), {"text": "done"})], start, "unsigned")
    redacted = {"reasoningContent": {"redactedContent": None}}
    check("bedrock", [*start[:3], yours(redacted, {"text": "done"})], start, "without-data")
    check("bedrock", [*start[:3], yours(reasons("QU…"), {"text": "done"})], start, "garbled-signature")
    check("bedrock", [*start[:3], yours({"text": "done"}, {"text": ""})], start, "empty-text")
    check("bedrock", [HEY, yours(use("a"), reasons()), *start[2:]], start, "moved")
    check("bedrock", [*start[:2], mine({"text": "now"}, gives("a")), END],
          [*start[:2], mine(gives("a"), {"text": "now"}), END], "text-before-result")  # fmt: skip
    check("bedrock", [HEY, yours(use("a"), use("b")), mine(gives("a")), mine(gives("b")), END],
          [HEY, yours(use("a"), use("b")), mine(gives("a"), gives("b")), END], "split-results")  # fmt: skip
    check("bedrock", [HEY, HEY, END], [mine({"text": "go"}, {"text": "go"}), END], "roles-in-a-row")
    check("bedrock", [{"role": "user", "content": "gö"}, END], [mine({"text": "gö"}), END], "malformed-message")


def test_bedrock_what_goes_as_a_whole() -> None:
    """A message that was only poison goes, and its neighbours, both the user's, become one."""
    joined = [mine({"text": "go"}, {"text": "go"}), yours(reasons(), {"text": "x"})]
    check("bedrock", [HEY, yours(reasons(None)), HEY, joined[1]], joined, "unsigned", "roles-in-a-row")
    check("bedrock", [HEY, yours(), HEY, joined[1]], joined, "empty-content", "roles-in-a-row")


def test_bedrock_unanswered() -> None:
    turn = yours(use("a"), use("b"))
    check("bedrock", [HEY, turn], [HEY, turn, mine(stopped("a"), stopped("b"))], "open-at-tail", "unanswered-call")
    check("bedrock", [HEY, turn, mine(gives("b"), {"text": "so"})],
          [HEY, turn, mine(gives("b"), stopped("a"), {"text": "so"})], "unanswered-call")  # fmt: skip
    check("bedrock", [HEY, yours(use("a")), HEY], [HEY, yours(use("a")), mine(stopped("a"), {"text": "go"})],
          "unanswered-call")  # fmt: skip


def test_bedrock_one_turn_cut_in_two() -> None:
    check(
        "bedrock",
        [HEY, yours(reasons(), use("a")), mine(gives("a")), yours(reasons(), use("b")), mine(gives("b")), END],
        [HEY, yours(reasons(), use("a"), use("b")), mine(gives("a"), gives("b")), END],
        "duplicate-signed",
    )
    check("bedrock", [HEY, yours(reasons(), {"text": "x"}), HEY, yours(reasons(), {"text": "y"})],
          [HEY, yours(reasons(), {"text": "x"}), HEY, yours({"text": "y"})], "duplicate-signed")  # fmt: skip


def test_bedrock_what_stays() -> None:
    stays("bedrock", [HEY, yours({"text": "x"}, reasons(), {"text": "y"}, reasons("QUJD"))], "not recorded")


@pytest.mark.parametrize("form", ["chat", "responses"])
def test_a_line_for_each(form: str) -> None:
    """JSON Lines: lines are put in, taken out and change places; all others stay as they are."""
    units = {
        "chat": ([GO, tool("x"), call("a", "b"), GO, tool("a")],
                 [GO, call("a", "b"), tool("a"), tool("b", "[skipped]"), GO]),
        "responses": ([GO, output("x"), said("1"), thought("a"), GO, thought("b"), asked("1"), GO],
                      [GO, thought("a"), said("1"), GO, thought("b"), asked("1"), output("1", "interrupted"), GO]),
    }[form]  # fmt: skip
    before, after = ("".join(json.dumps(unit) + "\n" for unit in side).encode() for side in units)
    assert repair(before).data == after


def rollout(*units: Any) -> bytes:
    """A session as Codex records it: items among records of the program's own."""
    records: list[Any] = [{"type": "session_meta", "payload": {"id": "s", "cwd": "/"}}]
    for unit in units:
        wrapped = unit if unit.get("type") == "compacted" else {"type": "response_item", "payload": unit}
        records += [wrapped, {"type": "event_msg", "payload": {"type": "token_count"}}]
    return "".join(json.dumps({"timestamp": "t", **record}) + "\n" for record in records).encode()


def test_a_rollout() -> None:
    clean = rollout(GO, thought("a"), asked("1"), output("1"), said("b"))
    assert repair(clean).data is clean
    done = repair(rollout(GO, output("x"), thought("a"), asked("1"), GO))
    assert [change.kind for change in done.changes] == ["orphan-result", "unanswered-call"]
    lines = [json.loads(line) for line in done.data.splitlines()]
    assert all(line["timestamp"] == "t" for line in lines)
    items = [line["payload"] for line in lines if line["type"] == "response_item"]
    assert items == [GO, thought("a"), asked("1"), output("1", "interrupted"), GO]
    assert sum(line["type"] == "event_msg" for line in lines) == 5


def test_what_a_rollout_has_summed_up_is_not_sent_any_more() -> None:
    data = rollout(GO, asked("1"), thought("a"), {"type": "compacted", "payload": {"message": "so far"}}, GO, said("b"))
    done = repair(data)
    assert done.data is data
    assert not done.left
    assert not done.unreadable

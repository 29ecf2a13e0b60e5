"""Shapes that providers make and take, and that look like damage: no finding, and the same bytes back."""

from __future__ import annotations

import json
from typing import Any

import pytest

from flake8_toolloop.transcripts import repair
from flake8_toolloop.transcripts.checking import check

Json = dict[str, Any]


def user(*content: Any) -> Json:
    return {"role": "user", "content": list(content)}


def turn(*content: Any) -> Json:
    return {"role": "assistant", "content": list(content)}


def text(said: str = "Well.") -> Json:
    return {"type": "text", "text": said}


def call(ident: str, **more: Any) -> Json:
    return {"type": "tool_use", "id": ident, "name": "ls", "input": {}, **more}


def result(ident: str) -> Json:
    return {"type": "tool_result", "tool_use_id": ident, "content": "ok"}


def request(*messages: Json, **more: Any) -> Json:
    return {"model": "claude-sonnet-4-5", "max_tokens": 100, "messages": list(messages), **more}


def ask(*items: Any, **more: Any) -> Json:
    return {"model": "gpt-5", "input": list(items), **more}


def output(ident: str) -> Json:
    return {"type": "function_call_output", "call_id": ident, "output": "ok"}


def exchange(asked: Json, answer: Any) -> Json:
    return {"request": asked, "response": answer}


def answered(*content: Any, stop: str = "end_turn") -> Json:
    return {"id": "msg_1", "type": "message", "role": "assistant", "model": "claude-opus-5-5", "content": list(content),
            "stop_reason": stop, "usage": {"input_tokens": 1, "output_tokens": 1}}  # fmt: skip


QUESTION = user(text("Look."))
CODE = {"type": "server_tool_use", "id": "srvtoolu_1", "name": "code_execution", "input": {"code": "await ls()"}}
RAN = {
    "type": "code_execution_tool_result",
    "tool_use_id": "srvtoolu_1",
    "content": {"type": "code_execution_result", "stdout": "", "stderr": "", "return_code": 0, "content": []},
}
FROM_CODE = {"caller": {"type": "code_execution_20250825", "tool_id": "srvtoolu_1"}}
SHELL = {"type": "local_shell_call", "id": "lsh_1", "call_id": "call_1", "status": "completed",
         "action": {"type": "exec", "command": ["ls"], "env": {}}}  # fmt: skip
ITEM_OUTPUT = {"type": "local_shell_call_output", "output": "ok"}
GEMINI = {"model": "gemini-3-pro", "contents": [{"role": "user", "parts": [{"text": "Look."}]}]}

FUNCTION = {"type": "function_call", "id": "fc_1", "call_id": "call_1", "name": "ls", "arguments": "{}"}
ADDED = {"type": "additional_tools", "id": "at_1", "role": "developer", "tools": []}

SHAPES: dict[str, Any] = {
    "code of the provider's that calls a tool of the client's": request(
        QUESTION, turn(CODE, call("toolu_1", **FROM_CODE)), user(result("toolu_1")), turn(RAN, text())
    ),
    "code that calls twice": request(
        QUESTION,
        turn(CODE, call("toolu_1", **FROM_CODE)),
        user(result("toolu_1")),
        turn(call("toolu_2", **FROM_CODE)),
        user(result("toolu_2")),
        turn(RAN, text()),
        user(text("And now?")),
    ),
    "code that is still running": request(
        QUESTION,
        turn(CODE, call("toolu_1", **FROM_CODE)),
        user(result("toolu_1")),
        turn(call("toolu_2", **FROM_CODE)),
        user(result("toolu_2")),
    ),
    "a thread that the provider holds": request(
        user(result("toolu_1")), thread={"type": "continue", "previous_message_id": "msg_1"}
    ),
    "another maker's thinking without a signature": {
        **request(QUESTION, turn({"type": "thinking", "thinking": "Hm."}, call("call_1")), user(result("call_1"))),
        "model": "glm-4.6",
    },
    "an answer without content": answered(),
    "a refusal without content": exchange(request(QUESTION), answered(stop="refusal")),
    "a Gemini answer that came to nothing": exchange(
        GEMINI, {"candidates": [{"content": {"role": "model"}, "finishReason": "MAX_TOKENS"}]}
    ),
    "an output whose call is named by reference": ask({"type": "item_reference", "id": "fc_1"}, output("call_1")),
    "a local shell's output that names the item": ask({"role": "user", "content": "Look."}, SHELL,
                                                      {**ITEM_OUTPUT, "id": "lsh_1"}),
    "a local shell's output that names the call by its id": ask({"role": "user", "content": "Look."}, SHELL,
                                                                {**ITEM_OUTPUT, "id": "call_1"}),
    "a question that is one text": {"model": "gpt-5", "input": "Look."},
    "a question that is one text, and its answer": exchange(
        {"model": "gpt-5", "input": "Look."},
        {"id": "resp_1", "object": "response", "output": [{"type": "function_call", "id": "fc_1", "call_id": "call_1",
                                                           "name": "ls", "arguments": "{}"}]},
    ),
    "instructions before items": ask({"role": "developer", "content": "Be brief."},
                                     {"role": "user", "content": "Look."}, FUNCTION, output("call_1")),
    "a system's instructions before items": [{"role": "system", "content": "Be brief."}, FUNCTION, output("call_1")],
    "tools that are added between items": ask({"role": "user", "content": "Look."}, ADDED, FUNCTION, output("call_1")),
    "an effort that is changed between items": ask({"role": "user", "content": "Look."},
                                                   {"type": "configuration_update", "reasoning": {"effort": "low"}}),
    "a refusal among the turns of a chat": {"model": "gpt-5", "messages": [
        user({"type": "text", "text": "Look."}), turn({"type": "refusal", "refusal": "No."}),
        {"role": "user", "content": "And now?"},
        {"role": "assistant", "content": None, "tool_calls": [
            {"id": "call_1", "type": "function", "function": {"name": "ls", "arguments": "{}"}}]},
        {"role": "tool", "tool_call_id": "call_1", "content": "ok"}]},
    "a request that had no answer": exchange(request(QUESTION), None),
}  # fmt: skip


@pytest.mark.parametrize("shape", SHAPES)
def test_no_damage(shape: str) -> None:
    data = json.dumps(SHAPES[shape], indent=1).encode()
    assert check(data) == []
    assert repair(data).data is data


def test_a_session_in_which_nothing_was_said() -> None:
    records: list[Json] = [
        {"type": "summary", "summary": "A title", "leafUuid": "f0"},
        {"type": "file-history-snapshot", "messageId": "m", "snapshot": {}, "isSnapshotUpdate": False},
    ]
    for number in (1, 2):
        data = "".join(json.dumps(record) + "\n" for record in records[:number]).encode()
        assert check(data) == []
        assert repair(data).data is data


DAMAGED: dict[str, tuple[str, Any]] = {
    "the code's result is lost": (
        "TLP203",
        request(QUESTION, turn(CODE, call("toolu_1")), user(result("toolu_1")), turn(text()), user(text())),
    ),
    "something else than results while the code runs": (
        "TLP203",
        request(QUESTION, turn(CODE, call("toolu_1")), user(result("toolu_1"), text()), turn(RAN, text())),
    ),
    "a result in the thread that answers nothing there": (
        "TLP601",
        request(QUESTION, turn(text()), user(result("toolu_1")), thread={"previous_message_id": "msg_1"}),
    ),
    "an output behind a reference that is no call": (
        "TLP601",
        ask({"type": "item_reference", "id": "rs_1"}, output("call_1")),
    ),
    "a local shell's output without its call": ("TLP601", ask(SHELL, {**ITEM_OUTPUT, "id": "lsh_2"})),
    "an answer that answers itself": (
        "TLP601",
        exchange({"model": "gpt-5", "input": "Look."}, {"id": "resp_1", "output": [output("call_1")]}),
    ),
    "Claude's answer to a first question that names no model": (
        "TLP303",
        exchange(
            {
                "anthropic_version": "vertex-2023-10-16",
                "max_tokens": 9,
                "messages": [{"role": "user", "content": "Look."}],
            },
            answered({"type": "thinking", "thinking": "Hm."}, call("toolu_1")),
        ),
    ),
    "an answer to a first question": (
        "TLP601",
        exchange(ask({"role": "user", "content": "Look."}), {"id": "resp_1", "output": [output("call_1")]}),
    ),
    "an answer to instructions and a question": (
        "TLP601",
        exchange(
            ask({"role": "system", "content": "Be brief."}, {"role": "user", "content": "Look."}),
            {"id": "resp_1", "output": [output("call_1")]},
        ),
    ),
    "a poisoned request that had no answer": ("TLP601", exchange(request(user(result("toolu_1"), text())), None)),
}


@pytest.mark.parametrize("shape", DAMAGED)
def test_damage_beside_them(shape: str) -> None:
    code, value = DAMAGED[shape]
    assert code in {finding.code for finding in check(json.dumps(value).encode())}

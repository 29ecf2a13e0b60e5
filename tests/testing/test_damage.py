"""Each way to damage a turn, in each mode: the refusal of the real API, or the loss that it accepts in silence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from flake8_toolloop.front.explaining import quoted
from flake8_toolloop.testing import Mode, Provider, call, omitted, redacted, text, thinking, unknown

pytestmark = pytest.mark.slow  # says the same on every version: the newest runs it

Blocks = list[dict[str, Any]]
Messages = list[dict[str, Any]]
THOUGHTFUL = [
    thinking("Two cities."),
    redacted(),
    text("Let me look."),
    unknown(),
    call("weather", city="Paris"),
    call("weather", city="Rome"),
]
FINAL = [thinking("Done."), text("Warm.")]
TOOLS = [{"name": "weather", "input_schema": {"type": "object"}}]


def results(content: Blocks) -> Blocks:
    return [
        {"type": "tool_result", "tool_use_id": block["id"], "content": "21"}
        for block in content
        if block["type"] == "tool_use"
    ]


def assistant(content: Any) -> dict[str, Any]:
    return {"role": "assistant", "content": content}


def user(content: Any) -> dict[str, Any]:
    return {"role": "user", "content": content}


def body(messages: Messages, **fields: Any) -> dict[str, Any]:
    return {"model": "claude-test", "max_tokens": 100, "tools": TOOLS, "messages": list(messages), **fields}


def keep(*types: str) -> Callable[[Blocks], Messages]:
    """The turn with blocks of these types only."""
    return lambda turn: [assistant([b for b in turn if b["type"] in types]), user(results(turn))]


def edit(turn: Blocks, type: str, **fields: Any) -> Messages:  # noqa: A002
    return [assistant([{**b, **fields} if b["type"] == type else b for b in turn]), user(results(turn))]


def without(turn: Blocks, type: str, field: str) -> Messages:  # noqa: A002
    content = [{k: v for k, v in b.items() if b["type"] != type or k != field} for b in turn]
    return [assistant(content), user(results(turn))]


def order(*positions: int) -> Callable[[Blocks], Messages]:
    return lambda turn: [assistant([turn[at] for at in positions]), user(results(turn))]


WHOLE_LOST = {("lost", "thinking"), ("lost", "redacted_thinking")}
REST_LOST = {("lost", "text"), ("lost", "not_invented_yet")}
DAMAGES: dict[str, tuple[Callable[[Blocks], Messages], Any, Any]] = {
    # name: what it does, what manual mode says, what adaptive mode says (a refusal's name, or the losses).
    "none": (lambda t: [assistant(t), user(results(t))], set(), set()),
    "filtered": (keep("text", "tool_use"), "thinking-expected", WHOLE_LOST | {("lost", "not_invented_yet")}),
    "calls only": (keep("tool_use"), "thinking-expected", WHOLE_LOST | REST_LOST),
    "partial allow-list": (keep("thinking", "text", "tool_use"), "thinking-modified", "thinking-modified"),
    "text and unknown lost": (keep("thinking", "redacted_thinking", "tool_use"), REST_LOST, REST_LOST),
    "rebuilt": (
        lambda t: [
            assistant([{"type": "text", "text": t[2]["text"]}, *t[4:]]),
            user(results(t)),
        ],
        "thinking-expected",
        WHOLE_LOST | {("lost", "not_invented_yet")},
    ),
    "first call answered only": (
        lambda t: [assistant(t), user(results(t)[:1])],
        "unanswered",
        "unanswered",
    ),
    "first call kept only": (
        lambda t: [assistant(t[:5]), user(results(t)[:1])],
        {("lost", "tool_use")},
        {("lost", "tool_use")},
    ),
    "unanswered": (lambda t: [assistant(t), user("And?")], "unanswered", "unanswered"),
    "results split": (
        lambda t: [assistant(t), *(user([r]) for r in results(t))],
        {("split", "tool_result")},
        {("split", "tool_result")},
    ),
    "forged signature": (
        lambda t: edit(t, "thinking", signature="c2lnbmVk"),
        "signature-invalid",
        "signature-invalid",
    ),
    "forged block": (
        lambda t: [assistant([{"type": "thinking", "thinking": "Hm.", "signature": ""}, *t[4:]]), user(results(t))],
        "signature-invalid",
        "signature-invalid",
    ),
    "forged data": (lambda t: edit(t, "redacted_thinking", data="eA=="), "data-invalid", "data-invalid"),
    "edited": (lambda t: edit(t, "thinking", thinking="Two"), "thinking-modified", "thinking-modified"),
    "unsigned": (lambda t: without(t, "thinking", "signature"), "field-required", "field-required"),
    "thinking after text": (order(2, 0, 1, 3, 4, 5), "thinking-first", "thinking-modified"),
    "thinking last": (order(2, 3, 4, 5, 0, 1), "thinking-first", "thinking-modified"),
    "thinking swapped": (order(1, 0, 2, 3, 4, 5), "thinking-modified", "thinking-modified"),
    "thinking twice": (order(0, 1, 0, 2, 3, 4, 5), "thinking-modified", "thinking-modified"),
    "text after calls": (order(0, 1, 3, 4, 5, 2), {("moved", "text")}, {("moved", "text")}),
    "text edited": (lambda t: edit(t, "text", text="Hm."), {("changed", "text")}, {("changed", "text")}),
    "call edited": (
        lambda t: edit(t, "tool_use", input={}),
        {("changed", "tool_use")},
        {("changed", "tool_use")},
    ),
    "text before results": (
        lambda t: [assistant(t), user([{"type": "text", "text": "Here:"}, *results(t)])],
        "unanswered",
        "unanswered",
    ),
    "missing turn": (lambda t: [user(results(t))], "unexpected-result", "unexpected-result"),
    "missing turn and results": (lambda t: [user("And?")], {("missing", "")}, {("missing", "")}),
    "flattened": (
        lambda t: [assistant("I called weather."), user("It said 21.")],
        {("changed", "text"), ("lost", "not_invented_yet"), ("lost", "tool_use")},
        {("changed", "text"), ("lost", "not_invented_yet"), ("lost", "tool_use")},
    ),
    "empty content": (lambda t: [assistant([]), user("And?")], "empty-message", "empty-message"),
    "empty text": (
        lambda t: [assistant([*t[:2], {"type": "text", "text": ""}, *t[3:]]), user(results(t))],
        "empty-text",
        "empty-text",
    ),
    "result twice": (
        lambda t: [assistant(t), user(results(t) + results(t)[:1])],
        "duplicate-result",
        "duplicate-result",
    ),
    "dumped with noise": (lambda t: edit(t, "text", parsed_output=None), "extra-field", "extra-field"),
    "arguments as text": (lambda t: edit(t, "tool_use", input="{}"), "input-not-dict", "input-not-dict"),
    "a turn for each call": (
        lambda t: [assistant(t[:5]), user(results(t)[:1]), assistant(t[5:]), user(results(t)[1:])],
        "thinking-expected",
        {("moved", "tool_use"), ("split", "tool_result")},
    ),
}


def run(damage: Callable[[Blocks], Messages], mode: str, turn: Any = None, **fields: Any) -> Provider:
    """Two requests, with the damage between them."""
    provider = Provider(THOUGHTFUL if turn is None else turn, FINAL, mode=mode)
    messages: Messages = [user("Weather?")]
    first = provider.answer(body(messages, **fields))
    assert first.turn is not None
    provider.answer(body([*messages, *damage(list(first.turn.content))], **fields))
    return provider


def found(provider: Provider) -> Any:
    """The refusal's name, else the losses by kind and block."""
    if provider.errors:
        return provider.errors[0].error.name
    return {(loss.kind, loss.block) for loss in provider.losses}


@pytest.mark.parametrize("name", DAMAGES)
@pytest.mark.parametrize("mode", ["manual", "adaptive", "prefix"])
def test_damage(name: str, mode: str) -> None:
    damage, manual, adaptive = DAMAGES[name]
    assert found(run(damage, mode)) == (manual if mode == "manual" else adaptive)


def test_texts_name_the_place_as_the_real_api_does() -> None:
    filtered = run(keep("text", "tool_use"), "manual").errors
    assert [error.message.split(":")[0] for error in filtered] == ["messages.1.content.0.type"]
    assert "but found `text`" in filtered[0].message
    edited = run(DAMAGES["edited"][0], "adaptive").errors
    assert str(edited[0]).startswith("400 invalid_request_error: messages.1.content.0: `thinking` or")
    unsigned = run(DAMAGES["unsigned"][0], "adaptive").errors
    assert unsigned[0].message == "messages.1.content.0.thinking.signature: Field required"
    unanswered = run(DAMAGES["first call answered only"][0], "adaptive").errors
    assert "immediately after: toolu_0002. Each" in unanswered[0].message


def test_omitted_thinking_is_no_less_than_written() -> None:
    turn = [omitted(), call("weather")]

    def truthy(content: Blocks) -> Messages:
        return [assistant([b for b in content if b.get("thinking", "x")]), user(results(content))]

    assert found(run(truthy, "manual", turn)) == "thinking-expected"
    assert found(run(truthy, "adaptive", turn)) == {("lost", "thinking")}
    assert found(run(truthy, "adaptive", [redacted(), *turn])) == "thinking-modified"
    # What is written into it is ignored.
    assert found(run(lambda t: edit(t, "thinking", thinking="hm"), "manual", turn)) == set()


def test_runs_of_thinking_may_not_grow_together() -> None:
    turn = [thinking("a"), text("b"), thinking("c"), call("weather")]
    assert found(run(keep("thinking", "tool_use"), "adaptive", turn)) == "thinking-modified"


def test_auto_goes_by_the_request() -> None:
    damage = keep("text", "tool_use")
    assert found(run(damage, "auto", thinking={"type": "enabled", "budget_tokens": 1024})) == "thinking-expected"
    assert found(run(damage, "auto", thinking={"type": "adaptive"})) == DAMAGES["filtered"][2]
    assert found(run(damage, "auto")) == DAMAGES["filtered"][2]


@pytest.mark.parametrize("mode", ["manual", "adaptive"])
@pytest.mark.parametrize("name", DAMAGES)
def test_each_refusal_is_explained(name: str, mode: str) -> None:
    for refusal in run(DAMAGES[name][0], mode).errors:
        (explained,) = quoted(str(refusal))
        assert any(cause.code for cause in explained.explanation.causes)


def test_modes_have_names() -> None:
    assert Provider(mode="prefix").mode is Mode.PREFIX
    with pytest.raises(ValueError, match="strict"):
        Provider(mode="strict")

"""Longer conversations: several steps, pauses, cut-off calls, server tools, closed cycles, prefixes, many at once."""

from __future__ import annotations

from typing import Any

import pytest

from flake8_toolloop.testing import (
    Provider,
    Received,
    call,
    cut_call,
    demanding,
    judge,
    load,
    omitted,
    paused,
    redacted,
    server_call,
    server_result,
    text,
    thinking,
    turn,
    unknown,
)
from flake8_toolloop.testing.verdict import Verdict
from tests.testing.test_damage import Blocks, Messages, assistant, body, found, keep, results, user

BETA = "thinking-binding-controls-2026-08-01"
STEP = [thinking("Look."), text("One moment."), call("weather")]
FINAL = [thinking("So."), text("Warm.")]


class Client:
    """A right loop, one request at a time; ``messages`` is there to be damaged."""

    def __init__(self, provider: Provider, question: str = "Weather?", **fields: Any) -> None:
        self.provider, self.fields = provider, fields
        self.messages: Messages = [user(question)]

    def ask(self, **fields: Any) -> Blocks:
        """Send the history, append the turn and the results of its calls."""
        exchange = self.provider.answer(body(self.messages, **{**self.fields, **fields}))
        assert exchange.turn is not None, exchange.refusal
        content = self.provider.message(exchange)["content"]
        self.messages.append(assistant(content))
        if results(content):
            self.messages.append(user(results(content)))
        return list(content)


@pytest.mark.parametrize("mode", ["auto", "manual", "adaptive", "prefix"])
def test_a_right_loop_of_many_steps_has_nothing_said_about_it(mode: str) -> None:
    provider = Provider(*demanding(6), *demanding(3), mode=mode)
    client = Client(provider)
    for _ in range(6):
        client.ask()
    client.messages.append(user("And tomorrow?"))
    for _ in range(3):
        client.ask()
    provider.assert_clean()
    assert (provider.report(), provider.hints, provider.unplayed) == ("", [], 0)


def test_a_loss_is_told_once_however_long_it_lasts() -> None:
    provider = Provider(STEP, STEP, STEP, FINAL, mode="adaptive")
    client = Client(provider)
    client.ask()
    del client.messages[1]["content"][1]
    for _ in range(3):
        client.ask()
    assert [str(loss) for loss in provider.losses] == ["turn 1: block 1 (text) did not come back"]


def test_what_the_loop_never_asked_for_is_told() -> None:
    provider = Provider(STEP, FINAL)
    assert provider.report() == "no request came"
    Client(provider).ask()
    assert "before the model did: 1 turn of the script not asked for" in provider.report()
    with pytest.raises(AssertionError, match="ended before the model did"):
        provider.assert_clean()


def test_one_request_too_many_is_refused() -> None:
    provider = Provider(STEP)
    client = Client(provider)
    client.ask()
    assert found_after(client) == "played-out"


def found_after(client: Client, **fields: Any) -> Any:
    """Send the history as it is now; what the provider then has to say."""
    client.provider.answer(body(client.messages, **{**client.fields, **fields}))
    return found(client.provider)


def test_a_paused_turn_and_what_continues_it_are_one() -> None:
    script: list[Any] = [
        paused(thinking("Search."), server_call()),
        [server_result(), text("Found."), call("weather")],
        FINAL,
    ]
    for joined in (False, True):
        provider = Provider(*script, mode="prefix")
        client = Client(provider)
        client.ask()
        client.ask()
        if joined:
            second = client.messages.pop(2)["content"]
            client.messages[1]["content"] = client.messages[1]["content"] + second
        client.ask()
        provider.assert_clean()
    provider = Provider(*script, mode="adaptive")
    client = Client(provider)
    client.ask()
    client.messages.append(user("Go on"))
    assert found_after(client) == "server-unresolved"


def test_server_tools_lose_nothing_silently_but_in_pairs() -> None:
    whole = [thinking("Search."), server_call(), server_result(), call("weather")]
    for types, said in (
        (("thinking", "server_tool_use", "tool_use"), set()),
        (("thinking", "web_search_tool_result", "tool_use"), "server-unexpected"),
        (("thinking", "tool_use"), {("lost", "server_tool_use"), ("lost", "web_search_tool_result")}),
    ):
        provider = Provider(whole, FINAL, mode="adaptive")
        client = Client(provider)
        content = client.ask()
        client.messages[1:] = keep(*types)(content)
        expected = {("lost", "web_search_tool_result")} if types[1] == "server_tool_use" else said
        assert found_after(client) == expected


def test_results_only_while_a_server_tool_is_unresolved() -> None:
    provider = Provider([server_call(), call("weather")], FINAL)
    client = Client(provider)
    client.ask()
    client.messages[2]["content"].append({"type": "text", "text": "Hurry."})
    assert found_after(client) == "server-unresolved"


def test_a_call_that_was_cut_off() -> None:
    def begun() -> Client:
        client = Client(Provider([thinking("Long."), cut_call("weather")], FINAL, mode="adaptive"))
        client.ask()
        return client

    again = begun()
    del again.messages[1:]
    assert found_after(again) == set()
    without = begun()
    del without.messages[1]["content"][1], without.messages[2]
    assert found_after(without) == set()
    run = begun()
    assert found_after(run) == {("executed", "tool_use")}
    failed = begun()
    failed.messages[2]["content"][0]["is_error"] = True
    assert found_after(failed) == set()
    open_call = begun()
    del open_call.messages[2]
    assert found_after(open_call) == "unanswered"


def test_reasoning_of_a_closed_cycle_may_go() -> None:
    for mode, hints in (("manual", 0), ("adaptive", 2), ("prefix", 2)):
        provider = Provider(STEP, FINAL, STEP, FINAL, mode=mode)
        client = Client(provider)
        client.ask()
        client.ask()
        client.messages = [
            {**m, "content": [b for b in m["content"] if b["type"] != "thinking"]} if m["role"] == "assistant" else m
            for m in client.messages
        ]
        client.messages.append(user("And tomorrow?"))
        client.ask()
        client.ask()
        provider.assert_clean()
        assert len(provider.hints) == hints


@pytest.mark.parametrize("holed", [False, True])
def test_a_closed_cycle_may_be_cut_off_at_the_front_only(holed: bool) -> None:
    client = Client(Provider(FINAL, FINAL, FINAL, mode="adaptive"))
    client.ask()
    client.messages.append(user("And tomorrow?"))
    client.ask()
    client.messages.append(user("And then?"))
    if holed:
        del client.messages[3]
    else:
        del client.messages[:2]
    assert found_after(client) == ({("missing", "")} if holed else set())
    assert {hint.kind for hint in client.provider.hints} == (set() if holed else {"missing", "prefix"})


def test_the_first_block_rule_looks_at_the_open_cycle_as_it_was_received() -> None:
    # Without interleaved thinking the later steps of a cycle have none: nothing is missing from them.
    provider = Provider(STEP, [text("Another."), call("weather")], FINAL, mode="manual")
    client = Client(provider)
    for _ in range(3):
        client.ask()
    provider.assert_clean()


def test_switching_thinking_inside_the_cycle() -> None:
    provider = Provider(STEP, FINAL)
    client = Client(provider, thinking={"type": "enabled", "budget_tokens": 1024})
    client.ask()
    assert ("toggled", "") in found_after(client, thinking={"type": "disabled"})


def test_thinking_in_a_last_message_although_it_is_off() -> None:
    provider = Provider(paused(thinking("Hm."), text("One")), FINAL)
    client = Client(provider)
    client.ask()
    assert found_after(client, thinking={"type": "disabled"}) == "thinking-disabled"


@pytest.mark.parametrize("change", ["system", "tools", "question", "reminder", "result"])
def test_the_prefix_of_a_thought(change: str) -> None:
    said = {}
    for mode in ("manual", "adaptive", "prefix"):
        client = Client(Provider(STEP, STEP, FINAL, mode=mode), system="Be brief.")
        client.ask()
        client.ask()
        fields: dict[str, Any] = {}
        if change == "system":
            fields = {"system": "Be long."}
        elif change == "tools":
            fields = {"tools": []}
        elif change == "question":
            client.messages[0] = user("Weather? Now!")
        elif change == "reminder":
            client.messages[0] = user([{"type": "text", "text": "Weather?"}, {"type": "text", "text": "Reminder"}])
        else:
            client.messages[2]["content"][0]["content"] = "(shortened)"
        said[mode] = found_after(client, **fields)
    assert said == {"manual": set(), "adaptive": {("prefix", "thinking")}, "prefix": "bound-elsewhere"}


def test_what_leaves_the_prefix_valid() -> None:
    client = Client(Provider(STEP, STEP, STEP, FINAL, mode="prefix"), system="Be brief.")
    client.ask()
    client.ask()
    client.messages[0] = user([{"type": "text", "text": "Weather?", "cache_control": {"type": "ephemeral"}}])
    client.fields["system"] = [{"type": "text", "text": "Be brief.", "cache_control": {"type": "ephemeral"}}]
    client.ask()
    assert found(client.provider) == set()
    # The oldest thinking may go, a later one not before it.
    del client.messages[1]["content"][0]
    client.provider.answer(body(client.messages, system="Be brief."))
    assert not client.provider.errors
    client = Client(Provider(STEP, STEP, STEP, FINAL, mode="prefix"))
    for _ in range(3):
        client.ask()
    del client.messages[3]["content"][0]
    assert found_after(client) == "bound-elsewhere"


def test_a_request_can_ask_for_the_prefix_check_and_for_dropping() -> None:
    def thinking_field(behaviour: str) -> dict[str, Any]:
        return {"type": "adaptive", "block_binding": {"prefix_mismatch_behavior": behaviour}}

    def changed(behaviour: str, betas: list[str]) -> tuple[Any, dict[str, Any] | None]:
        provider = Provider(STEP, FINAL, mode="adaptive")
        client = Client(provider, thinking={"type": "adaptive"})
        client.ask()
        client.messages[0] = user("Changed")
        exchange = provider.answer(body(client.messages, thinking=thinking_field(behaviour)), betas)
        return found(provider), provider.message(exchange, betas) if exchange.turn else None

    assert changed("error", []) == ("extra-field", None)
    assert changed("error", [BETA]) == ("bound-elsewhere", None)
    said, message = changed("drop_block", [BETA])
    assert said == {("dropped", "thinking")}
    assert message is not None
    assert message["input_transformations"] == [
        {"type": "thinking_dropped", "path": "messages.1.content.0", "reason": "prefix_binding_mismatch"}
    ]


def test_what_may_go() -> None:
    upload = {"type": "container_upload", "file_id": "file_1"}
    fallback = {"type": "fallback", "from": {"model": "a"}, "to": {"model": "b"}, "trigger": "overloaded"}
    provider = Provider([thinking("Old."), fallback, thinking("New."), upload, call("weather")], FINAL, mode="adaptive")
    client = Client(provider)
    content = client.ask()
    assert found_after(client) == "not-permitted"
    client.messages[1] = assistant([b for b in content if b is not content[3]])
    exchange = provider.answer(body(client.messages))
    assert exchange.verdict.nothing_to_say
    provider = Provider(STEP, [{"type": "compaction", "content": "So far."}, *STEP], FINAL, mode="adaptive")
    client = Client(provider)
    client.ask()
    client.ask()
    client.messages = [client.messages[0], *client.messages[3:]]
    assert found_after(client) == set()


def test_two_conversations_at_once_and_one_after_the_other() -> None:
    provider = Provider(STEP, FINAL, from_the_start=True)
    one, two = Client(provider, "Here?"), Client(provider, "There?")
    for client in (one, two, one, two):
        client.ask()
    again = Client(provider, "Here?")
    again.ask()
    again.ask()
    provider.assert_clean()


def test_a_conversation_that_was_stored_goes_on_at_another_provider() -> None:
    key = b"the same key in both"
    client = Client(Provider(STEP, FINAL, key=key))
    client.ask()
    client.provider = Provider(FINAL, key=key, mode="manual")
    client.ask()
    client.provider.assert_clean()
    stranger = Client(Provider(FINAL))
    stranger.messages = client.messages[:3]
    assert found_after(stranger) == "signature-invalid"


def test_the_judge_needs_no_provider() -> None:
    content = tuple(Provider(STEP)._player.play(STEP, {}).content)
    messages = [user("Weather?"), assistant(list(content)), user(results(list(content)))]
    received = [Received(body(messages[:1]), content, "tool_use")]
    assert judge(received, body(messages)) == Verdict()
    messages[1] = assistant([{**content[0], "thinking": "edited"}, *content[1:]])
    assert [refusal.error.name for refusal in judge(received, body(messages)).errors] == ["thinking-modified"]


def test_any_tool_of_the_request_is_called_with_arguments_that_fit() -> None:
    schema = {
        "type": "object",
        "properties": {
            "unit": {"enum": ["C", "F"]},
            "place": {"$ref": "#/$defs/place"},
            "days": {"type": "array", "items": {"type": "integer", "minimum": 3}},
        },
        "required": ["unit", "place", "days"],
        "$defs": {"place": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}},
    }
    provider = Provider([call()])
    content = Client(provider, tools=[{"name": "forecast", "input_schema": schema}]).ask()
    assert content[0]["name"] == "forecast"
    assert content[0]["input"] == {"unit": "C", "place": {"city": "sample"}, "days": [3]}
    provider = Provider([call()])
    assert provider.answer(body([user("?")], tools=[])).refusal is not None


def test_scripts_are_json_too() -> None:
    script = load('[[{"type": "thinking"}, {"type": "tool_use"}], {"content": [], "stop_reason": "refusal"}]')
    assert [getattr(one, "stop_reason", None) for one in script] == ["tool_use", "refusal"]
    for wrong in ("{}", "[1]", '[[{"text": "no type"}]]'):
        with pytest.raises(ValueError, match="script"):
            load(wrong)


def test_everything_that_can_be_said_comes_back_as_it_was() -> None:
    everything = [omitted(), redacted(), thinking("t"), text("x"), unknown(), server_call(), server_result()]
    provider = Provider(turn(*everything, call("weather")), FINAL, mode="prefix")
    client = Client(provider)
    client.ask()
    client.ask()
    provider.assert_clean()

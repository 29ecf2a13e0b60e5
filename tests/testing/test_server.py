"""The provider on the wire: the real SDK, synchronous, asynchronous and streaming, and raw requests."""

from __future__ import annotations

import asyncio
import json
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest

from flake8_toolloop.testing import (
    StrictProvider,
    call,
    cut_call,
    demanding,
    omitted,
    paused,
    redacted,
    server_call,
    server_result,
    text,
    thinking,
    unknown,
)

anthropic = pytest.importorskip("anthropic")

TOOLS: Any = [
    {
        "name": "weather",
        "description": "Weather",
        "input_schema": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]},
    }
]
REQUEST: dict[str, Any] = {"model": "claude-test", "max_tokens": 2000, "tools": TOOLS}
MANUAL = {"thinking": {"type": "enabled", "budget_tokens": 1024}}
SCRIPT: list[Any] = [
    [thinking("Zwei Städte, 東京 first. 🙂"), text("Let me look."), call(), call(city='Rome \\ "quoted"')],
    [omitted(), redacted(), unknown(), text("One more."), call("weather", city="Oslo")],
    [thinking("So."), text("Warm.")],
]
if hasattr(anthropic.types, "ServerToolUseBlock"):
    # The stream helper of an SDK that knows no server tools loses their arguments.
    SCRIPT[2:2] = [
        paused(thinking("Search."), server_call("web_search", query="x")),
        [server_result(content=[{"type": "web_search_result", "title": "t", "url": "u"}]), text("Found."), call()],
    ]
Ask = Callable[..., Any]


def answers(content: Any) -> list[dict[str, Any]]:
    return [{"type": "tool_result", "tool_use_id": b.id, "content": "21"} for b in content if b.type == "tool_use"]


def loop(ask: Ask, replay: Callable[[Any], Any] = lambda message: message.content) -> Any:
    """A right loop around any way to ask for a message."""
    messages: list[Any] = [{"role": "user", "content": "Weather?"}]
    while True:
        message = ask(messages=messages)
        messages.append({"role": "assistant", "content": replay(message)})
        if message.stop_reason == "pause_turn":
            continue
        if message.stop_reason != "tool_use":
            return message
        messages.append({"role": "user", "content": answers(message.content)})


@pytest.fixture(scope="module")
def served() -> Iterator[StrictProvider]:
    with StrictProvider() as provider:
        yield provider


@pytest.fixture(params=["manual", "adaptive", "prefix"])
def provider(request: pytest.FixtureRequest, served: StrictProvider) -> StrictProvider:
    served.play(*SCRIPT, mode=request.param)
    return served


@pytest.fixture
def client(provider: StrictProvider) -> Iterator[Any]:
    with anthropic.Anthropic(base_url=provider.base_url, api_key="-") as client:
        yield client


def surface(client: Any, beta: bool) -> Any:
    return client.beta.messages if beta else client.messages


@pytest.mark.parametrize("beta", [False, True])
def test_sync(provider: StrictProvider, client: Any, beta: bool) -> None:
    final = loop(lambda **fields: surface(client, beta).create(**REQUEST, **fields))
    assert final.content[-1].text == "Warm."
    provider.assert_clean()
    assert len(provider.exchanges) == len(SCRIPT)


def test_serialised(provider: StrictProvider, client: Any) -> None:
    loop(lambda **fields: client.messages.create(**REQUEST, **fields), lambda m: [b.to_dict() for b in m.content])
    provider.assert_clean()


@pytest.mark.parametrize("beta", [False, True])
def test_stream_helper(provider: StrictProvider, client: Any, beta: bool) -> None:
    def ask(**fields: Any) -> Any:
        with surface(client, beta).stream(**REQUEST, **fields) as stream:
            shown = "".join(stream.text_stream)
            message = stream.get_final_message()
        assert shown == "".join(block.text for block in message.content if block.type == "text")
        return message

    loop(ask)
    provider.assert_clean()


def test_stream_that_is_put_together_by_hand(provider: StrictProvider, client: Any) -> None:
    def ask(**fields: Any) -> Any:
        content: list[dict[str, Any]] = []
        source, stop = "", None
        for event in client.messages.create(**REQUEST, **fields, stream=True):
            if event.type == "content_block_start":
                content.append(event.content_block.to_dict())
                source = ""
            elif event.type == "content_block_delta":
                source = accumulate(content[event.index], event.delta, source)
            elif event.type == "content_block_stop" and source:
                content[event.index]["input"] = json.loads(source)
            elif event.type == "message_delta":
                stop = event.delta.stop_reason
        blocks = [type("Block", (), block) for block in content]
        return type("Message", (), {"content": blocks, "raw": content, "stop_reason": stop})

    loop(ask, lambda message: message.raw)
    provider.assert_clean()


def accumulate(block: dict[str, Any], delta: Any, source: str) -> str:
    """One delta put into its block; the JSON of its arguments so far."""
    if delta.type == "text_delta":
        block["text"] += delta.text
    elif delta.type == "thinking_delta":
        block["thinking"] += delta.thinking
    elif delta.type == "signature_delta":
        block["signature"] = delta.signature
    elif delta.type == "input_json_delta":
        source += delta.partial_json
    return source


def test_async_and_async_stream(provider: StrictProvider) -> None:
    async def run(streaming: bool) -> None:
        async with anthropic.AsyncAnthropic(base_url=provider.base_url, api_key="-") as client:
            messages: list[Any] = [{"role": "user", "content": "Weather?"}]
            for _ in SCRIPT:
                if streaming:
                    async with client.messages.stream(**REQUEST, messages=messages) as stream:
                        message = await stream.get_final_message()
                else:
                    message = await client.messages.create(**REQUEST, messages=messages)
                messages.append({"role": "assistant", "content": message.content})
                if answers(message.content):
                    messages.append({"role": "user", "content": answers(message.content)})

    for streaming in (False, True):
        provider.play(*SCRIPT)
        asyncio.run(run(streaming))
        provider.assert_clean()


def test_raw_requests(provider: StrictProvider) -> None:
    with httpx.Client(base_url=provider.base_url, headers={"anthropic-version": "2023-06-01"}) as http:
        messages: list[Any] = [{"role": "user", "content": "Weather?"}]
        for _ in SCRIPT:
            response = http.post("/v1/messages", json={**REQUEST, "messages": messages})
            content = response.raise_for_status().json()["content"]
            messages.append({"role": "assistant", "content": content})
            results = [
                {"type": "tool_result", "tool_use_id": b["id"], "content": "21"}
                for b in content
                if b["type"] == "tool_use"
            ]
            if results:
                messages.append({"role": "user", "content": results})
        assert http.post("/v1/messages/count_tokens", json={"messages": messages}).json()["input_tokens"] > 100
    provider.assert_clean()


def test_a_refusal_reaches_the_client_as_the_real_one_does() -> None:
    with (
        StrictProvider([thinking("Hm."), call("weather")], [text("Warm.")]) as provider,
        anthropic.Anthropic(base_url=provider.base_url, api_key="-") as client,
    ):
        filtered = lambda m: [b for b in m.content if b.type == "tool_use"]  # noqa: E731
        with pytest.raises(anthropic.BadRequestError) as caught:
            loop(lambda **fields: client.messages.create(**REQUEST, **MANUAL, **fields), filtered)
        assert "Expected `thinking` or `redacted_thinking`, but found `tool_use`" in str(caught.value)
        assert caught.value.status_code == 400
        # With adaptive thinking nobody notices, but the provider does.
        provider.play([thinking("Hm."), call("weather")], [text("Warm.")])
        loop(lambda **fields: client.messages.create(**REQUEST, **fields), filtered)
    assert provider.report() == "request 2: turn 1: block 0 (thinking) did not come back"


def test_a_refused_stream_is_a_refusal(provider: StrictProvider, client: Any) -> None:
    empty = [{"role": "user", "content": ""}]
    with (
        pytest.raises(anthropic.BadRequestError, match=r"messages\.0: all messages must have non-empty content"),
        client.messages.stream(**REQUEST, messages=empty) as stream,
    ):
        stream.get_final_message()


def test_a_call_that_the_stream_breaks_off_in() -> None:
    with (
        StrictProvider([thinking("Long."), cut_call("weather")], [text("Warm.")]) as provider,
        anthropic.Anthropic(base_url=provider.base_url, api_key="-") as client,
    ):
        pieces = []
        for event in client.messages.create(**REQUEST, messages=[{"role": "user", "content": "?"}], stream=True):
            if event.type == "content_block_delta" and event.delta.type == "input_json_delta":
                pieces.append(event.delta.partial_json)
            if event.type == "message_delta":
                assert event.delta.stop_reason == "max_tokens"
        assert "".join(pieces) == '{"ci'
        with client.messages.stream(**REQUEST, messages=[{"role": "user", "content": "?"}]) as stream:
            assert stream.get_final_message().stop_reason == "end_turn"
    provider.assert_clean()


def test_bodies_that_are_none(provider: StrictProvider) -> None:
    with httpx.Client(base_url=provider.base_url) as http:
        for sent in (b"{", b"[]", b"\xff"):
            response = http.post("/v1/messages", content=sent)
            assert (response.status_code, response.json()["type"]) == (400, "error")
        assert http.post("/v1/messages", json={}).json()["error"]["message"] == "model: Field required"
        assert http.get("/v1/messages").status_code == 405
        large = http.post("/v1/messages", content=b" " * (33 * 1024 * 1024))
        assert (large.status_code, large.json()["error"]["type"]) == (413, "request_too_large")


def test_a_loop_without_an_end_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("flake8_toolloop.testing.provider.MOST_REQUESTS", 10)
    steps: list[Any] = [[call("weather")]] * 20
    question = [{"role": "user", "content": "?"}]
    with (
        StrictProvider(*steps) as provider,
        anthropic.Anthropic(base_url=provider.base_url, api_key="-") as client,
    ):
        for _ in range(10):
            client.messages.create(**REQUEST, messages=question)
        with pytest.raises(anthropic.BadRequestError, match="does the loop ever end"):
            client.messages.create(**REQUEST, messages=question)


def test_it_listens_on_loopback_only_and_stops_by_itself() -> None:
    before = threading.active_count()
    with StrictProvider() as provider:
        host, port = provider.base_url.removeprefix("http://").split(":")
        assert host == "127.0.0.1"
        socket.create_connection((host, int(port)), timeout=5).close()
        with pytest.raises(OSError, match="in use"):
            StrictProvider(port=int(port)).start()
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection((host, int(port)), timeout=5)
    assert threading.active_count() == before


def test_many_at_once() -> None:
    with StrictProvider(*demanding(4), from_the_start=True) as provider:

        def one(question: int) -> None:
            with anthropic.Anthropic(base_url=provider.base_url, api_key="-") as client:
                messages: list[Any] = [{"role": "user", "content": f"Question {question}"}]
                for _ in range(4):
                    message = client.messages.create(**REQUEST, messages=messages)
                    messages.append({"role": "assistant", "content": message.content})
                    if answers(message.content):
                        messages.append({"role": "user", "content": answers(message.content)})

        threads = [threading.Thread(target=one, args=(number,)) for number in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(provider.exchanges) == 16
    provider.assert_clean()


def test_the_fixture_is_found_by_clients_that_are_told_nothing(strict_provider: StrictProvider) -> None:
    strict_provider.play(*demanding(), mode="manual")
    with anthropic.Anthropic() as client:
        loop(lambda **fields: client.messages.create(**REQUEST, **MANUAL, **fields))
    strict_provider.assert_clean()


# The SDK itself warns of block types that it does not know.
@pytest.mark.filterwarnings("ignore:Pydantic serializer warnings")
def test_the_runner_of_the_sdk_has_nothing_said_about_it(provider: StrictProvider, client: Any) -> None:
    if not hasattr(client.beta.messages, "tool_runner"):
        pytest.skip("this SDK has no tool runner")

    @anthropic.beta_tool  # type: ignore[untyped-decorator, unused-ignore]
    def weather(city: str) -> str:
        """Weather in a city."""
        return f"{city}: 21"

    provider.play(*demanding(4))
    fields = {key: value for key, value in REQUEST.items() if key != "tools"}
    runner = client.beta.messages.tool_runner(
        **fields, tools=[weather], messages=[{"role": "user", "content": "Weather?"}]
    )
    assert runner.until_done().content[-1].text == "Done."
    provider.assert_clean()


def test_without_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    with pytest.raises(ImportError, match=r"pip install .flake8-toolloop\[testing\]"):
        StrictProvider().start()

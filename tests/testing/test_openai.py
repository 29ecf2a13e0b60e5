"""The provider as OpenAI's SDK sees it: Chat Completions and Responses."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from flake8_toolloop.testing import StrictProvider, call, demanding, omitted, text, thinking

openai = pytest.importorskip("openai")

SCHEMA = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
CHAT_TOOLS: Any = [{"type": "function", "function": {"name": "weather", "parameters": SCHEMA}}]
TOOLS: Any = [{"type": "function", "name": "weather", "parameters": SCHEMA}]
SCRIPT: list[Any] = [
    [thinking("Two cities, 東京 first."), text("Let me look."), call(), call(city='Rome "quoted"')],
    [omitted(), call("weather", city="Oslo")],
    [thinking("So."), text("Warm.")],
]


@pytest.fixture(scope="module")
def served() -> Iterator[StrictProvider]:
    with StrictProvider() as provider:
        yield provider


@pytest.fixture
def provider(served: StrictProvider) -> StrictProvider:
    served.play(*SCRIPT)
    return served


@pytest.fixture
def client(provider: StrictProvider) -> Iterator[Any]:
    with openai.OpenAI(base_url=f"{provider.base_url}/v1", api_key="-") as client:
        yield client


def chat(client: Any, replay: Callable[[Any], Any] = lambda message: message, model: str = "m", most: int = 99) -> Any:
    """A loop over Chat Completions; ``most`` calls of a turn are answered."""
    messages: list[Any] = [{"role": "user", "content": "Weather?"}]
    while True:
        reply = client.chat.completions.create(model=model, messages=messages, tools=CHAT_TOOLS)
        message = reply.choices[0].message
        messages.append(replay(message))
        if not message.tool_calls:
            return message
        messages += [{"role": "tool", "tool_call_id": one.id, "content": "21"} for one in message.tool_calls[:most]]


def test_chat(provider: StrictProvider, client: Any) -> None:
    assert chat(client, model="deepseek-v4-pro").content == "Warm."
    provider.assert_clean()
    assert len(provider.exchanges) == len(SCRIPT)


def test_chat_demanding(provider: StrictProvider, client: Any) -> None:
    provider.play(*demanding())
    chat(client)
    provider.assert_clean()


def by_hand(message: Any) -> Any:
    """A message without its reasoning."""
    calls = [one.model_dump() for one in message.tool_calls or ()]
    return {"role": "assistant", "content": message.content, **({"tool_calls": calls} if calls else {})}


def test_chat_reasoning_lost_in_silence(provider: StrictProvider, client: Any) -> None:
    chat(client, by_hand)
    assert [str(loss) for loss in provider.losses] == ["turn 1: `reasoning_content` did not come back"]


def test_chat_reasoning_that_is_asked_for(provider: StrictProvider, client: Any) -> None:
    with pytest.raises(openai.BadRequestError, match="must be passed back to the API"):
        chat(client, by_hand, model="deepseek-v4-pro")
    provider.play(*SCRIPT)
    with pytest.raises(openai.BadRequestError, match="missing in assistant tool call message at index 1"):
        chat(client, by_hand, model="kimi-k3")


def test_chat_first_call_only(provider: StrictProvider, client: Any) -> None:
    with pytest.raises(openai.BadRequestError, match="did not have response messages: call_") as caught:
        chat(client, most=1)
    assert caught.value.status_code == 400
    assert provider.errors[0].error.name == "unanswered"


def test_chat_changed_arguments(provider: StrictProvider, client: Any) -> None:
    def other(message: Any) -> Any:
        fields = message.to_dict()
        for one in fields.get("tool_calls", ()):
            one["function"]["arguments"] = "{}"
        return fields

    chat(client, other)
    assert {loss.kind for loss in provider.losses} == {"changed"}


def test_chat_required(provider: StrictProvider, client: Any) -> None:
    with pytest.raises(openai.BadRequestError, match="Missing required parameter: 'messages'"):
        client.post("/chat/completions", cast_to=object, body={"model": "m"})


def responses(client: Any, replay: Callable[[Any], Any] = list, most: int = 99, **fields: Any) -> Any:
    """A loop over Responses that keeps its own history."""
    items: list[Any] = [{"role": "user", "content": "Weather?"}]
    while True:
        reply = client.responses.create(model="gpt-5", input=items, tools=TOOLS, **fields)
        items += replay(reply.output)
        calls = [item for item in reply.output if item.type == "function_call"]
        if not calls:
            return reply
        items += [{"type": "function_call_output", "call_id": one.call_id, "output": "21"} for one in calls[:most]]


@pytest.mark.parametrize("store", [True, False])
def test_responses(provider: StrictProvider, client: Any, store: bool) -> None:
    assert responses(client, store=store).output_text == "Warm."
    provider.assert_clean()
    assert len(provider.exchanges) == len(SCRIPT)


def test_responses_demanding(provider: StrictProvider, client: Any) -> None:
    provider.play(*demanding())
    responses(client, store=False)
    provider.assert_clean()


def test_responses_as_dicts(provider: StrictProvider, client: Any) -> None:
    responses(client, lambda output: [item.to_dict() for item in output])
    provider.assert_clean()


def test_responses_held_by_the_provider(provider: StrictProvider, client: Any) -> None:
    given: Any = "Weather?"
    before: Any = None
    while True:
        reply = client.responses.create(model="gpt-5", input=given, tools=TOOLS, previous_response_id=before)
        before = reply.id
        calls = [item for item in reply.output if item.type == "function_call"]
        if not calls:
            break
        given = [{"type": "function_call_output", "call_id": one.call_id, "output": "21"} for one in calls]
    provider.assert_clean()


def test_responses_calls_without_their_reasoning(provider: StrictProvider, client: Any) -> None:
    with pytest.raises(openai.BadRequestError, match="without its required 'reasoning' item: 'rs_"):
        responses(client, lambda output: [item for item in output if item.type == "function_call"])


def test_responses_interleaved(provider: StrictProvider, client: Any) -> None:
    reply = client.responses.create(model="gpt-5", input="Weather?", tools=TOOLS)
    items: list[Any] = [{"role": "user", "content": "Weather?"}]
    for item in reply.output:
        items.append(item)
        if item.type == "function_call":
            items.append({"type": "function_call_output", "call_id": item.call_id, "output": "21"})
    with pytest.raises(openai.BadRequestError, match="without its required 'reasoning' item"):
        client.responses.create(model="gpt-5", input=items, tools=TOOLS)


def test_responses_lost_in_silence(provider: StrictProvider, client: Any) -> None:
    """Without ids nothing is checked, and the reasoning is gone."""

    def bare(output: Any) -> list[Any]:
        kept = [item.to_dict() for item in output if item.type != "reasoning"]
        return [{key: value for key, value in item.items() if key != "id"} for item in kept]

    responses(client, bare, store=False)
    assert [(loss.turn, loss.kind, loss.block) for loss in provider.losses] == [
        (1, "lost", "reasoning"),
        (2, "lost", "reasoning"),
    ]


def test_responses_without_encrypted_content(provider: StrictProvider, client: Any) -> None:
    def bare(output: Any) -> list[Any]:
        return [{key: value for key, value in item.to_dict().items() if key != "encrypted_content"} for item in output]

    with pytest.raises(openai.NotFoundError, match="Items are not persisted"):
        responses(client, bare, store=False)


def test_responses_forged(provider: StrictProvider, client: Any) -> None:
    def forged(output: Any) -> list[Any]:
        items = [item.to_dict() for item in output]
        return [{**item, "encrypted_content": "QUJD"} if item["type"] == "reasoning" else item for item in items]

    with pytest.raises(openai.BadRequestError, match="could not be decrypted"):
        responses(client, forged)


def test_responses_unanswered(provider: StrictProvider, client: Any) -> None:
    with pytest.raises(openai.BadRequestError, match="No tool output found for function call call_"):
        responses(client, most=1)


def test_responses_wrong_id(provider: StrictProvider, client: Any) -> None:
    reply = client.responses.create(model="gpt-5", input="Weather?", tools=TOOLS)
    calls = [item for item in reply.output if item.type == "function_call"]
    outputs = [{"type": "function_call_output", "call_id": one.id, "output": "21"} for one in calls]
    with pytest.raises(openai.BadRequestError, match="No tool call found for function call output with call_id fc_"):
        client.responses.create(model="gpt-5", input=[*reply.output, *outputs], tools=TOOLS)


def test_both_apis_and_messages_side_by_side(served: StrictProvider) -> None:
    """Each conversation is one of its own API."""
    served.play([text("a")], [text("b")], [text("c")])
    with openai.OpenAI(base_url=f"{served.base_url}/v1", api_key="-") as client:
        assert client.responses.create(model="m", input="x").output_text == "a"
        reply = client.chat.completions.create(model="m", messages=[{"role": "user", "content": "x"}])
        assert reply.choices[0].message.content == "b"
    assert [exchange.api for exchange in served.exchanges] == ["responses", "chat"]


def test_chat_streamed(provider: StrictProvider, client: Any) -> None:
    messages: list[Any] = [{"role": "user", "content": "Weather?"}]
    for _ in SCRIPT:
        options = {"include_usage": True}
        with client.chat.completions.stream(
            model="deepseek-v4-pro", messages=messages, tools=CHAT_TOOLS, stream_options=options
        ) as stream:
            completion = stream.get_final_completion()
        assert completion.usage.total_tokens == 110
        message = completion.choices[0].message
        messages.append(message)
        messages += [{"role": "tool", "tool_call_id": c.id, "content": "21"} for c in message.tool_calls or ()]
    assert message.content == "Warm."
    provider.assert_clean()


def test_responses_streamed(provider: StrictProvider, client: Any) -> None:
    items: list[Any] = [{"role": "user", "content": "Weather?"}]
    for _ in SCRIPT:
        with client.responses.stream(model="m", input=items, tools=TOOLS, store=False) as stream:
            output = stream.get_final_response().output
        items += output
        calls = [item for item in output if item.type == "function_call"]
        items += [{"type": "function_call_output", "call_id": c.call_id, "output": "21"} for c in calls]
    provider.assert_clean()


def test_streams_that_are_read_by_hand(provider: StrictProvider, client: Any) -> None:
    items: list[Any] = [{"role": "user", "content": "Weather?"}]
    for _ in SCRIPT:
        for event in client.responses.create(model="m", input=items, tools=TOOLS, store=False, stream=True):
            if event.type == "response.output_item.done":
                items.append(event.item)
        calls = [item for item in items if getattr(item, "type", "") == "function_call"]
        answered = {item["call_id"] for item in items if isinstance(item, dict) and "call_id" in item}
        items += [
            {"type": "function_call_output", "call_id": c.call_id, "output": "21"}
            for c in calls
            if c.call_id not in answered
        ]
    provider.assert_clean()


def test_a_stream_that_is_refused_is_a_refusal(provider: StrictProvider, client: Any) -> None:
    with pytest.raises(openai.BadRequestError, match="Missing required parameter: 'messages'"):
        client.post("/chat/completions", cast_to=object, body={"model": "m", "stream": True})

"""The SDKs' own stream readers, fed our bytes over loopback, rebuild the identical message."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from flake8_toolloop.transcripts import streams
from tests.transcripts.streams.messages import KNOWN_COMPLETIONS, KNOWN_MESSAGES, KNOWN_RESPONSES

anthropic = pytest.importorskip("anthropic")
openai = pytest.importorskip("openai")
pytestmark = pytest.mark.slow  # it says the same on every version
QUESTION: Any = [{"role": "user", "content": "?"}]


class Served:
    """Answers every request with the bytes that it was given last."""

    def __init__(self) -> None:
        self.pieces: list[bytes] = []
        served = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                self.rfile.read(int(self.headers["content-length"]))
                self.send_response(200)
                self.send_header("content-type", "text/event-stream")
                self.end_headers()
                for piece in served.pieces:
                    self.wfile.write(piece)

            def log_message(self, *_: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    one = Served()
    yield one
    one.server.shutdown()
    one.server.server_close()


@pytest.fixture(scope="module")
def claude(served: Served) -> Iterator[Any]:
    with anthropic.Anthropic(base_url=served.url, api_key="-", max_retries=0) as client:
        yield client


@pytest.fixture(scope="module")
def gpt(served: Served) -> Iterator[Any]:
    with openai.OpenAI(base_url=served.url, api_key="-", max_retries=0) as client:
        yield client


many = settings(
    max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
)


def plain(value: Any) -> Any:
    """Without what only Python's JSON has in another spelling: floats as they compare, no order."""
    return json.loads(json.dumps(value))


def without_nulls(value: Any) -> Any:
    """Objects without fields that are null: an SDK adds its own."""
    if isinstance(value, dict):
        return {key: without_nulls(item) for key, item in value.items() if item is not None}
    return [without_nulls(item) for item in value] if isinstance(value, list) else value


@pytest.mark.parametrize("beta", [False, True])
@many
@given(message=KNOWN_MESSAGES, size=st.integers(1, 50))
def test_anthropic(served: Served, claude: Any, beta: bool, message: dict[str, Any], size: int) -> None:
    served.pieces = list(streams.to_sse(message, size=size))
    messages = claude.beta.messages if beta else claude.messages
    with messages.stream(model="claude-test", max_tokens=99, messages=QUESTION) as stream:
        rebuilt = stream.get_final_message()
    assert without_nulls(plain(rebuilt.to_dict())) == without_nulls(plain(message))


@many
@given(message=KNOWN_MESSAGES, size=st.integers(1, 50))
def test_a_client_that_builds_strictly_from_deltas(
    served: Served, claude: Any, message: dict[str, Any], size: int
) -> None:
    served.pieces = list(streams.to_sse(message, size=size))
    content: list[Any] = []
    for event in claude.messages.create(model="claude-test", max_tokens=99, messages=QUESTION, stream=True):
        if event.type == "content_block_start":
            content.append(opened(event.content_block.to_dict()))
        elif event.type == "content_block_delta":
            add(content[event.index], event.delta.to_dict())
        elif event.type == "content_block_stop" and "json" in content[event.index]:
            source = content[event.index].pop("json")
            content[event.index]["input"] = json.loads(source or "{}")
    assert without_nulls(plain(content)) == without_nulls(plain(message["content"]))


def opened(block: dict[str, Any]) -> dict[str, Any]:
    """What such a client begins a block with: nothing of what the deltas will bring."""
    empty: dict[str, dict[str, Any]] = {
        "text": {"text": "", **({"citations": []} if block.get("citations") is not None else {})},
        "thinking": {"thinking": "", "signature": ""}, "tool_use": {"json": ""}, "server_tool_use": {"json": ""},
    }  # fmt: skip
    return {**block, **empty.get(block["type"], {})}


def add(block: dict[str, Any], delta: dict[str, Any]) -> None:
    if delta["type"] == "text_delta":
        block["text"] += delta["text"]
    elif delta["type"] == "citations_delta":
        block["citations"].append(delta["citation"])
    elif delta["type"] == "thinking_delta":
        block["thinking"] += delta["thinking"]
    elif delta["type"] == "signature_delta":
        block["signature"] = delta["signature"]
    elif delta["type"] == "input_json_delta":
        block["json"] += delta["partial_json"]


@many
@given(response=KNOWN_RESPONSES, size=st.integers(1, 50))
def test_openai_responses(served: Served, gpt: Any, response: dict[str, Any], size: int) -> None:
    served.pieces = list(streams.to_sse(response, size=size))
    with gpt.responses.stream(model="gpt-test", input="?") as stream:
        snapshots: dict[str, str] = {}
        for event in stream:
            if event.type == "response.output_text.delta":
                snapshots[f"{event.output_index}.{event.content_index}"] = event.snapshot
        rebuilt = stream.get_final_response()
    assert without_nulls(plain(rebuilt.to_dict())) == without_nulls(plain(response))
    texts = {
        f"{i}.{p}": part["text"]
        for i, item in enumerate(response["output"]) if item["type"] == "message"
        for p, part in enumerate(item["content"]) if part.get("text")
    }  # fmt: skip
    assert snapshots == texts


@many
@given(response=KNOWN_RESPONSES, size=st.integers(1, 50))
def test_openai_responses_from_the_items_that_are_done(
    served: Served, gpt: Any, response: dict[str, Any], size: int
) -> None:
    served.pieces = list(streams.to_sse(response, size=size))
    items = [
        event.item.to_dict()
        for event in gpt.responses.create(model="gpt-test", input="?", stream=True)
        if event.type == "response.output_item.done"
    ]
    assert plain(items) == plain(response["output"])


@many
@given(completion=KNOWN_COMPLETIONS, size=st.integers(1, 50))
def test_openai_chat(served: Served, gpt: Any, completion: dict[str, Any], size: int) -> None:
    served.pieces = list(streams.to_sse(completion, size=size))
    with gpt.chat.completions.stream(model="gpt-test", messages=QUESTION) as stream:
        rebuilt = stream.get_final_completion().to_dict()
    for choice in rebuilt["choices"]:
        for call in choice["message"].get("tool_calls") or ():
            assert call.pop("index") is not None
    assert without_nulls(plain(rebuilt)) == without_nulls(plain(completion))


def test_the_stream_reader_of_the_sdk_gives_up_where_we_say_so(served: Served, gpt: Any, claude: Any) -> None:
    """What is called fatal is fatal."""
    response = {"id": "r", "object": "response", "status": "completed", "output": [
        {"type": "function_call", "id": "f", "call_id": "c", "name": "n", "arguments": "{}"}]}  # fmt: skip
    events = [e for e in streams.synthesise(response) if e["type"] != "response.output_item.added"]
    assert any(fault.fatal for fault in streams.check(events).wire)
    served.pieces = [streams.write_sse(event) for event in events]
    with pytest.raises(RuntimeError), gpt.responses.stream(model="gpt-test", input="?") as stream:
        stream.get_final_response()
    content = [{"type": "text", "text": "x"}]
    message = {"id": "m", "type": "message", "role": "assistant", "model": "claude-test", "content": content,
               "stop_reason": "end_turn", "stop_sequence": None, "usage": {"output_tokens": 3}}  # fmt: skip
    served.pieces = [streams.write_sse(event, "") for event in streams.synthesise(message)]
    (capture,) = streams.captures(b"".join(served.pieces))
    assert "the SDK leaves it out" in capture.faults[0].message
    got = list(claude.messages.create(model="m", max_tokens=9, messages=QUESTION, stream=True))
    assert got == []


def test_the_helper_makes_one_word_of_roles(served: Served, gpt: Any) -> None:
    completion = {"id": "c", "object": "chat.completion", "created": 1, "model": "m", "choices": [
        {"index": 0, "message": {"role": "assistant", "content": "Warm."}, "finish_reason": "stop"}]}  # fmt: skip
    chunks = list(streams.synthesise(completion))
    for chunk in chunks:
        chunk["choices"][0]["delta"]["role"] = "assistant"
    (fault,) = streams.check(chunks).wire
    assert "its role once more" in fault.message
    assert streams.accumulate(chunks) == completion
    served.pieces = [streams.write_sse(chunk, "") for chunk in chunks]
    with gpt.chat.completions.stream(model="gpt-test", messages=QUESTION) as stream:
        assert stream.get_final_completion().choices[0].message.role != "assistant"

"""The doors: real clients of both HTTP libraries, a real application, the SDK against the strict provider."""

from __future__ import annotations

import asyncio
import gzip
import json
import logging
import socket
import threading
import time
from collections.abc import AsyncIterator, Iterator
from typing import Any

import httpx
import pytest

from flake8_toolloop.testing import StrictProvider, text, thinking
from flake8_toolloop.transcripts import Repair
from flake8_toolloop.transcripts.gateway import LONG, RepairMiddleware, repairing

pytest.importorskip("starlette")
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

LIBRARIES = [httpx]
try:
    import httpx2
except ImportError:
    pass
else:
    LIBRARIES.append(httpx2)

CLEAN = b'{ "model":"claude-test",\r\n "max_tokens": 1e2, "messages":[{"role":"user","content":"h\\u0069"}] }\n'
BROKEN = json.dumps(
    {
        "model": "claude-test",
        "max_tokens": 99,
        "messages": [
            {"role": "user", "content": "Weather?"},
            {
                "role": "assistant",
                "content": [{"type": "thinking", "thinking": "Unsigned."}, {"type": "text", "text": "Hm."}],
            },
            {"role": "user", "content": "Well?"},
        ],
    }
).encode()
URL = "http://x/v1/messages"
OURS = "flake8_toolloop.gateway"
JSON = {"content-type": "application/json"}


class Heard:
    """What an inner transport, or application, was sent."""

    def __init__(self) -> None:
        self.requests: list[Any] = []

    def answer(self, library: Any) -> Any:
        def handler(request: Any) -> Any:
            self.requests.append(request)
            return library.Response(200, json={"ok": True})

        return library.MockTransport(handler)


@pytest.fixture(params=LIBRARIES, ids=lambda library: library.__name__)
def library(request: pytest.FixtureRequest) -> Any:
    return request.param


@pytest.fixture(params=[False, True], ids=["sync", "async"])
def post(request: pytest.FixtureRequest, library: Any) -> Any:
    """Send a body through the transport; what the inner transport got."""

    def send(
        content: Any, url: str = "http://x/v1/messages", method: str = "POST", headers: Any = JSON, **options: Any
    ) -> Any:
        heard = Heard()
        transport = repairing(heard.answer(library), **options)
        if request.param:

            async def run() -> None:
                async with library.AsyncClient(transport=transport) as client:
                    body = pieces(content) if isinstance(content, list) else content
                    assert (await client.request(method, url, content=body, headers=headers)).json() == {"ok": True}

            asyncio.run(run())
        else:
            with library.Client(transport=transport) as client:
                body = iter(content) if isinstance(content, list) else content
                assert client.request(method, url, content=body, headers=headers).json() == {"ok": True}
        (got,) = heard.requests
        return got

    return send


async def pieces(content: list[bytes]) -> AsyncIterator[bytes]:
    for piece in content:
        yield piece


def test_what_is_clean_goes_on_as_it_came(post: Any) -> None:
    got = post(CLEAN)
    assert got.content == CLEAN
    assert got.headers["content-length"] == str(len(CLEAN))


def test_what_is_broken_is_repaired(post: Any) -> None:
    told: list[Repair] = []
    got = post(BROKEN, report=told.append)
    assert b"Unsigned." not in got.content
    assert json.loads(got.content)["messages"][1]["content"] == [{"type": "text", "text": "Hm."}]
    assert got.headers["content-length"] == str(len(got.content))
    assert got.headers.get_list("content-length") == [str(len(got.content))]
    assert got.headers["content-type"] == "application/json"
    (repair,) = told
    assert repair.changes


def test_bodies_in_pieces(post: Any) -> None:
    got = post([BROKEN[:50], BROKEN[50:]])
    assert b"Unsigned." not in got.content
    assert "content-length" not in got.headers or got.headers["content-length"] == str(len(got.content))
    assert post([CLEAN[:10], b"", CLEAN[10:]]).content == CLEAN


@pytest.mark.parametrize(
    ("options"),
    [
        {"url": "http://x/v1/models"},
        {"url": "http://x/v1/messages/batches"},
        {"method": "PUT"},
        {"headers": {"content-type": "text/plain"}},
        {"headers": {**JSON, "content-encoding": "gzip"}},
        {"headers": {**JSON, "authorization": "AWS4-HMAC-SHA256 Credential=x"}},
        {"headers": {**JSON, "x-amz-content-sha256": "x"}},
    ],
    ids=str,
)
def test_what_is_not_to_be_touched(post: Any, options: Any) -> None:
    assert post(BROKEN, **options).content == BROKEN


def test_other_paths_of_the_house(post: Any) -> None:
    url = "http://x/house/llm/anthropic"
    assert post(BROKEN, url=url).content == BROKEN
    assert b"Unsigned." not in post(BROKEN, url=url, paths={"/llm/anthropic": "anthropic"}).content


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"null", b"[]", b"\xff", b'{"messages": 1}', BROKEN + b'\n{"role": "us', gzip.compress(BROKEN)[:-4]],
)
def test_bodies_that_are_none(post: Any, body: bytes) -> None:
    assert post(body).content == body


def test_an_error_of_ours_fails_no_request(
    post: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object, **__: object) -> Any:
        raise ZeroDivisionError

    monkeypatch.setattr("flake8_toolloop.transcripts.gateway.repair", broken)
    with caplog.at_level(logging.INFO, OURS):
        assert post(BROKEN).content == BROKEN
    assert [record.levelname for record in caplog.records if record.name == OURS] == ["WARNING"]


def test_it_complains_once(library: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setattr("flake8_toolloop.transcripts.gateway.repair", lambda *_, **__: 1 / 0)
    heard = Heard()
    with caplog.at_level(logging.INFO, OURS), library.Client(transport=repairing(heard.answer(library))) as client:
        for _ in range(3):
            client.post("http://x/v1/messages", content=BROKEN, headers=JSON)
    assert [request.content for request in heard.requests] == [BROKEN] * 3
    assert len([record for record in caplog.records if record.name == OURS]) == 1


def test_the_request_of_the_caller_is_its_own(library: Any) -> None:
    heard = Heard()
    with library.Client(transport=repairing(heard.answer(library))) as client:
        request = client.build_request("POST", "http://x/v1/messages", content=BROKEN, headers=JSON)
        response = client.send(request)
        assert (request.content, response.request) == (BROKEN, request)


def test_the_sdk_is_let_through_where_it_was_refused() -> None:
    anthropic = pytest.importorskip("anthropic")
    transports = httpx2 if anthropic.DefaultHttpxClient.__mro__[1].__module__.startswith("httpx2") else httpx
    messages = json.loads(BROKEN)["messages"]
    with StrictProvider([thinking("So."), text("Warm.")]) as provider:
        options: Any = {"base_url": provider.base_url, "api_key": "-", "max_retries": 0}
        with anthropic.Anthropic(**options) as client, pytest.raises(anthropic.BadRequestError, match="signature"):
            client.messages.create(model="claude-test", max_tokens=99, messages=messages)
        http = anthropic.DefaultHttpxClient(transport=repairing(transports.HTTPTransport()))
        with anthropic.Anthropic(**options, http_client=http) as client:
            answer = client.messages.create(model="claude-test", max_tokens=99, messages=messages)
        assert answer.content[-1].text == "Warm."


# The middleware


class Served:
    """An application behind the middleware, on a port of this machine."""

    def __init__(self, **options: Any) -> None:
        self.bodies: list[bytes] = []
        self.lengths: list[str | None] = []
        self.broken = 0

        async def take(request: Request) -> Response:
            try:
                body = await request.body()
            except ClientDisconnect:
                self.broken += 1
                raise
            self.bodies.append(body)
            self.lengths.append(request.headers.get("content-length"))
            return JSONResponse({"ok": True})

        app = Starlette(routes=[Route("/{path:path}", take, methods=["GET", "POST", "PUT"])])
        self.app = RepairMiddleware(app, **options)

    def __enter__(self) -> Served:
        import uvicorn

        listener = socket.create_server(("127.0.0.1", 0))
        self.port = listener.getsockname()[1]
        self.server = uvicorn.Server(uvicorn.Config(self.app, lifespan="off", ws="none", http="h11", log_config=None))
        self.thread = threading.Thread(target=self.server.run, kwargs={"sockets": [listener]}, daemon=True)
        self.thread.start()
        while not self.server.started:
            time.sleep(0.005)
        return self

    def __exit__(self, *_: object) -> None:
        self.server.should_exit = True
        self.thread.join(10)

    def post(self, content: Any, path: str = "/v1/messages", method: str = "POST", headers: Any = JSON) -> bytes:
        response = httpx.request(method, f"http://127.0.0.1:{self.port}{path}", content=content, headers=headers)
        assert response.json() == {"ok": True}
        return self.bodies[-1]


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with Served(paths={"/house": "anthropic"}) as one:
        yield one


def test_behind_the_middleware(served: Served) -> None:
    assert served.post(CLEAN) == CLEAN
    assert served.lengths[-1] == str(len(CLEAN))
    body = served.post(BROKEN)
    assert b"Unsigned." not in body
    assert served.lengths[-1] == str(len(body))
    assert served.post(BROKEN, "/house") == body


def test_the_middleware_and_bodies_in_pieces(served: Served) -> None:
    assert b"Unsigned." not in served.post(iter([BROKEN[:50], BROKEN[50:]]))
    assert served.lengths[-1] is None
    assert served.post(iter([CLEAN[:10], CLEAN[10:]])) == CLEAN


def test_the_middleware_and_large_bodies(served: Served) -> None:
    """What takes long is looked at in a thread."""
    body = json.loads(BROKEN)
    body["messages"][0]["content"] = "x" * (LONG + 1)
    got = served.post(json.dumps(body).encode())
    assert b"Unsigned." not in got
    assert len(got) > LONG


@pytest.mark.parametrize(
    "options",
    [
        {"path": "/v1/models"},
        {"method": "PUT"},
        {"headers": {"content-type": "text/plain"}},
        {"headers": {**JSON, "content-encoding": "br"}},
    ],
    ids=str,
)
def test_the_middleware_leaves_alone(served: Served, options: Any) -> None:
    assert served.post(BROKEN, **options) == BROKEN


def test_a_client_that_goes_away(served: Served) -> None:
    with socket.create_connection(("127.0.0.1", served.port)) as connection:
        connection.sendall(b"POST /v1/messages HTTP/1.1\r\nhost: x\r\ncontent-length: 999\r\n\r\n{")
        time.sleep(0.1)
    deadline = time.monotonic() + 5
    while not served.broken and time.monotonic() < deadline:
        time.sleep(0.01)
    assert served.broken == 1
    assert served.post(CLEAN) == CLEAN


def test_other_protocols_pass() -> None:
    seen = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        seen.append(scope["type"])

    async def nothing(*_: Any) -> Any:
        raise AssertionError

    for kind in ("lifespan", "websocket"):
        asyncio.run(RepairMiddleware(app)({"type": kind, "path": "/v1/messages"}, nothing, nothing))
    assert seen == ["lifespan", "websocket"]

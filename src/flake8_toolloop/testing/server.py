"""The strict provider on a port of this machine: Messages and OpenAI's APIs over HTTP, as JSON or a stream."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any

from flake8_toolloop.dialects import anthropic_errors as errors
from flake8_toolloop.testing.api_chat import ChatApi
from flake8_toolloop.testing.api_responses import ResponsesApi
from flake8_toolloop.testing.apis import Api
from flake8_toolloop.testing.provider import Exchange, Provider
from flake8_toolloop.testing.script import Play
from flake8_toolloop.testing.stream import encode, encoded, events
from flake8_toolloop.testing.verdict import Mode, Refusal

if TYPE_CHECKING:
    from types import TracebackType

    from starlette.applications import Starlette
    from starlette.requests import Request
    from starlette.responses import Response

EXTRA = 'this needs the extra `testing`: pip install "flake8-toolloop[testing]"'
LARGEST = 32 * 1024 * 1024
"""Bytes of the largest request: the limit of the real API."""
PATIENCE = 10.0
"""Seconds that starting and stopping may take."""


class StrictProvider(Provider):
    """The provider as a context manager: serves on 127.0.0.1, on a free port unless one is given, until it is left.

    Raises ImportError on entering where the extra is missing, OSError where the port is taken.
    """

    def __init__(
        self,
        *turns: Play,
        mode: Mode | str = Mode.AUTO,
        port: int = 0,
        key: bytes | None = None,
        from_the_start: bool = False,
    ) -> None:
        super().__init__(*turns, mode=mode, key=key, from_the_start=from_the_start)
        self._port = port
        self._server: Any = None
        self._thread: threading.Thread | None = None
        self.last_request = time.monotonic()
        """When a request came last, on the clock of ``time.monotonic``."""

    def __enter__(self) -> StrictProvider:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.stop()

    @property
    def base_url(self) -> str:
        """What a client takes as ``base_url``."""
        return f"http://127.0.0.1:{self._port}"

    @property
    def environment(self) -> dict[str, str]:
        """Variables that send a client that is told nothing to this provider."""
        return {
            "ANTHROPIC_BASE_URL": self.base_url,
            "ANTHROPIC_API_KEY": "sk-ant-not-a-key",
            "OPENAI_BASE_URL": f"{self.base_url}/v1",
            "OPENAI_API_KEY": "sk-not-a-key",
        }

    def start(self) -> None:
        """Serve in a thread; returns when requests are taken."""
        app = application(self)
        import uvicorn

        listener = socket.create_server(("127.0.0.1", self._port))
        self._port = listener.getsockname()[1]
        config = uvicorn.Config(
            app, lifespan="off", ws="none", loop="asyncio", http="h11", log_config=None, access_log=False,
            timeout_graceful_shutdown=1,
        )  # fmt: skip
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(
            target=self._server.run, kwargs={"sockets": [listener]}, name="flake8-toolloop provider", daemon=True
        )
        self._thread.start()
        deadline = time.monotonic() + PATIENCE
        while not self._server.started:
            if time.monotonic() > deadline or not self._thread.is_alive():
                raise OSError("the provider did not start")
            time.sleep(0.005)

    def stop(self) -> None:
        """Stop serving; requests that are being answered are cut off after a second."""
        if self._server is not None and self._thread is not None:
            self._server.should_exit = True
            self._thread.join(PATIENCE)
            self._server = self._thread = None


def application(provider: StrictProvider) -> Starlette:
    """The ASGI application. Raises ImportError where the extra is missing."""
    try:
        import uvicorn  # noqa: F401
        from starlette.applications import Starlette
        from starlette.routing import Route
    except ImportError as error:
        raise ImportError(EXTRA) from error

    async def messages(request: Request) -> Response:
        return await _messages(provider, request)

    async def chat(request: Request) -> Response:
        return await _openai(provider, request, ChatApi())

    async def responses(request: Request) -> Response:
        return await _openai(provider, request, ResponsesApi())

    return Starlette(
        routes=[
            Route("/v1/chat/completions", chat, methods=["POST"]),
            Route("/v1/responses", responses, methods=["POST"]),
            Route("/v1/messages", messages, methods=["POST"]),
            Route("/v1/messages/count_tokens", _count_tokens, methods=["POST"]),
        ]
    )


async def _messages(provider: StrictProvider, request: Request) -> Response:
    from starlette.responses import JSONResponse, StreamingResponse

    provider.last_request = time.monotonic()
    body = await _body(request)
    if isinstance(body, Refusal):
        return _refused(body, 0)
    betas = [beta.strip() for beta in request.headers.get("anthropic-beta", "").split(",")]
    exchange = provider.answer(body, betas)
    if exchange.turn is None:
        assert exchange.refusal is not None
        return _refused(exchange.refusal, exchange.number)
    message = provider.message(exchange, betas)
    headers = {"request-id": f"req_{exchange.number:04}"}
    if body.get("stream"):
        return StreamingResponse(_stream(message, exchange), headers=headers, media_type="text/event-stream")
    return JSONResponse(message, headers=headers)


async def _openai(provider: StrictProvider, request: Request, api: Api) -> Response:
    from starlette.responses import JSONResponse, StreamingResponse

    provider.last_request = time.monotonic()
    body = await _body(request)
    if isinstance(body, Refusal):
        return _openai_refused(body, 0)
    exchange = provider.reply(body, api)
    if exchange.turn is None:
        assert exchange.refusal is not None
        return _openai_refused(exchange.refusal, exchange.number)
    answer = api.body(api.ident(exchange.number), exchange.unit, exchange.turn.stop_reason, exchange.request)
    headers = {"x-request-id": f"req_{exchange.number:04}"}
    if body.get("stream"):
        return StreamingResponse(encoded(answer, body), headers=headers, media_type="text/event-stream")
    return JSONResponse(answer, headers=headers)


def _openai_refused(refusal: Refusal, number: int) -> Response:
    from starlette.responses import JSONResponse

    error = {"message": refusal.message, "type": refusal.error.type, "param": None, "code": None}
    headers = {"x-request-id": f"req_{number:04}", "x-should-retry": "false"}
    return JSONResponse({"error": error}, status_code=refusal.error.status, headers=headers)


async def _stream(message: dict[str, Any], exchange: Exchange) -> AsyncIterator[bytes]:
    assert exchange.turn is not None
    for event in events(message, exchange.turn.content):
        yield encode(event)


async def _count_tokens(request: Request) -> Response:
    from starlette.responses import JSONResponse

    return JSONResponse({"input_tokens": max(len(await request.body()) // 4, 1)})


async def _body(request: Request) -> dict[str, Any] | Refusal:
    raw = bytearray()
    async for chunk in request.stream():
        raw += chunk
        if len(raw) > LARGEST:
            return Refusal(errors.TOO_LARGE, errors.TOO_LARGE.text())
    try:
        body = json.loads(raw)
    except ValueError as error:
        return Refusal(errors.BAD_JSON, errors.BAD_JSON.text(why=str(error)))
    return body if isinstance(body, dict) else Refusal(errors.BAD_JSON, errors.BAD_JSON.text(why="not an object"))


def _refused(refusal: Refusal, number: int) -> Response:
    from starlette.responses import JSONResponse

    error = {"type": refusal.error.type, "message": refusal.message}
    body = {"type": "error", "error": error, "request_id": f"req_{number:04}"}
    headers = {"request-id": f"req_{number:04}", "x-should-retry": "false"}
    return JSONResponse(body, status_code=refusal.error.status, headers=headers)

"""Doors for gateways and clients: every conversation that passes is repaired on its way to the provider.

    client = anthropic.Anthropic(http_client=anthropic.DefaultHttpxClient(transport=repairing(HTTPTransport())))
    app = RepairMiddleware(app)

A body that needs no repair goes on as the bytes that it was. What is no conversation, is signed, encoded or too large
is not touched, and an error of ours never fails a request: it goes on as it came.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, MutableMapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar, cast

from flake8_toolloop.dialects.addresses import SEALED, SIGNED, format_of
from flake8_toolloop.transcripts.known import Known
from flake8_toolloop.transcripts.repairing import repair

if TYPE_CHECKING:
    from flake8_toolloop.transcripts import Policy, Repair

LOG = logging.getLogger("flake8_toolloop.gateway")
LARGEST = 64 * 1024 * 1024
"""Bytes of a body that is still looked at."""
LONG = 256 * 1024
"""Bytes of a body that an event loop does not wait for: it is looked at in a thread."""
Report = Callable[["Repair"], None]
Header = tuple[bytes, bytes]
Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]
Transport = TypeVar("Transport")


class Door:
    """What both doors do with a body."""

    def __init__(
        self,
        *,
        policy: Policy | None = None,
        paths: Mapping[str, str] | None = None,
        report: Report | None = None,
    ) -> None:
        self._policy = policy
        self._paths = dict(paths or {})
        self._report = report
        self._complained = False
        self._known = Known()

    def format_of(self, method: str, path: str, headers: Sequence[Header]) -> str | None:
        """The format of a request's conversation; None where its body is not to be looked at."""
        if method.upper() != "POST":
            return None
        known = next((name for end, name in self._paths.items() if path.rstrip("/").endswith(end)), None)
        known = known or format_of(path)
        return None if known is None or _closed(headers) else known

    def repaired(self, data: bytes, format: str) -> bytes:  # noqa: A002 - as `repair` calls it
        """The body to send on: the very object where there is nothing to repair. Never raises."""
        if len(data) > LARGEST:
            return data
        try:
            done = repair(data, format=format, policy=self._policy, known=self._known)
            if any(change.kind == "torn" for change in done.changes):
                return data  # a request is one whole text, and this is none: its server says so
            if self._report is not None and (done.changes or done.left):
                self._report(done)
            for change in done.changes:
                LOG.info("repaired a request: %s", change.message)
            return done.data
        except Exception:
            level = logging.DEBUG if self._complained else logging.WARNING
            self._complained = True
            LOG.log(level, "a request could not be looked at: it goes on as it came", exc_info=True)
            return data

    async def repaired_aside(self, data: bytes, format: str) -> bytes:  # noqa: A002
        """The same for an event loop."""
        try:
            loop = asyncio.get_running_loop() if len(data) > LONG else None
        except RuntimeError:
            loop = None  # another library's loop
        if loop is None:
            return self.repaired(data, format)
        return await loop.run_in_executor(None, self.repaired, data, format)


def _closed(headers: Sequence[Header]) -> bool:
    """Whether a body is not to be touched: it is no JSON, it is encoded, or something vouches for its bytes."""
    told = {name.lower().decode("latin-1"): value.decode("latin-1") for name, value in headers}
    if any(name in told for name in SEALED) or told.get("authorization", "").startswith(SIGNED):
        return True
    size = told.get("content-length", "")
    if size.isdigit() and int(size) > LARGEST:
        return True
    encoded = told.get("content-encoding", "identity").strip().lower() not in ("", "identity")
    return encoded or "json" not in told.get("content-type", "json").lower()


def _with_length(headers: Sequence[Header], size: int) -> list[Header]:
    """The headers for a body of another size: those that said the size say the new one, in the same places."""
    told = str(size).encode("ascii")
    return [(name, told if name.lower() == b"content-length" else value) for name, value in headers]


# The client's side


class RepairTransport(Door):
    """A transport of httpx or httpx2, synchronous or asynchronous, around another one."""

    def __init__(
        self,
        transport: Any,
        *,
        policy: Policy | None = None,
        paths: Mapping[str, str] | None = None,
        report: Report | None = None,
    ) -> None:
        super().__init__(policy=policy, paths=paths, report=report)
        self._transport = transport

    def handle_request(self, request: Any) -> Any:
        """Send a request on."""
        known = self.format_of(request.method, request.url.path, request.headers.raw)
        if known is not None:
            before = request.read()
            request = _rewritten(request, before, self.repaired(before, known))
        return self._transport.handle_request(request)

    async def handle_async_request(self, request: Any) -> Any:
        """Send a request on."""
        known = self.format_of(request.method, request.url.path, request.headers.raw)
        if known is not None:
            before = await request.aread()
            request = _rewritten(request, before, await self.repaired_aside(before, known))
        return await self._transport.handle_async_request(request)

    def __enter__(self) -> RepairTransport:
        self._transport.__enter__()
        return self

    def __exit__(self, *error: Any) -> None:
        self._transport.__exit__(*error)

    async def __aenter__(self) -> RepairTransport:
        await self._transport.__aenter__()
        return self

    async def __aexit__(self, *error: Any) -> None:
        await self._transport.__aexit__(*error)

    def close(self) -> None:
        """Close the transport inside."""
        self._transport.close()

    async def aclose(self) -> None:
        """Close the transport inside."""
        await self._transport.aclose()


def repairing(
    transport: Transport,
    *,
    policy: Policy | None = None,
    paths: Mapping[str, str] | None = None,
    report: Report | None = None,
) -> Transport:
    """A transport that repairs what it sends, for `httpx.Client(transport=...)` and its like.

    ``paths``: endings of further paths with the format of what is sent there. ``report`` is told of each repair.
    """
    return cast("Transport", RepairTransport(transport, policy=policy, paths=paths, report=report))


def _rewritten(request: Any, before: bytes, now: bytes) -> Any:
    """The request with another body; the very one where the body is the same."""
    if now is before or now == before:
        return request
    headers = _with_length(request.headers.raw, len(now))
    made = type(request)(request.method, request.url, headers=headers, content=now)
    made.extensions = request.extensions
    return made


# The server's side


class RepairMiddleware(Door):
    """An ASGI application around another one: what is posted to it is repaired before it arrives."""

    def __init__(
        self,
        app: App,
        *,
        policy: Policy | None = None,
        paths: Mapping[str, str] | None = None,
        report: Report | None = None,
    ) -> None:
        super().__init__(policy=policy, paths=paths, report=report)
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        known = None
        if scope["type"] == "http":
            known = self.format_of(scope["method"], scope["path"], scope["headers"])
        if known is None:
            await self.app(scope, receive, send)
            return
        came, whole = await _arrived(receive)
        if whole is not None:
            now = await self.repaired_aside(whole, known)
            if now is not whole and now != whole:
                scope = {**scope, "headers": _with_length(scope["headers"], len(now))}
                came = [{"type": "http.request", "body": now, "more_body": False}]
        await self.app(scope, _again(came, receive), send)


async def _arrived(receive: Receive) -> tuple[list[Message], bytes | None]:
    """The messages of a request's body, and the body: None where it breaks off, or is too large to be kept."""
    came: list[Message] = []
    size = 0
    while True:
        message = await receive()
        came.append(message)
        if message["type"] != "http.request":
            return came, None
        size += len(message.get("body", b""))
        if not message.get("more_body", False):
            return came, b"".join(part.get("body", b"") for part in came)
        if size > LARGEST:
            return came, None


def _again(came: list[Message], receive: Receive) -> Receive:
    """What gives these messages first, and then what comes."""
    waiting = list(reversed(came))

    async def next_one() -> Message:
        return waiting.pop() if waiting else await receive()

    return next_one

"""The strict provider without its network: plays a script, judges each request, and keeps what it found."""

from __future__ import annotations

import copy
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from flake8_toolloop.dialects import anthropic_errors as errors
from flake8_toolloop.dialects.errors import ErrorText
from flake8_toolloop.testing.align import Received
from flake8_toolloop.testing.apis import Api
from flake8_toolloop.testing.judge import continues, judge
from flake8_toolloop.testing.script import Play, Player, Turn, WireBlock
from flake8_toolloop.testing.seal import Seal
from flake8_toolloop.testing.stream import visible
from flake8_toolloop.testing.verdict import Damage, Mode, Refusal, Verdict
from flake8_toolloop.testing.wire import Body

MOST_REQUESTS = 200
"""A loop that never ends is refused from here on."""
HELD = ("model", "max_tokens", "system", "tools", "thinking")
"""What a thread keeps of a request besides its messages (beta `message-threads-2026-08-12`)."""
PLAYED_OUT = ErrorText(
    "played-out", "flake8-toolloop: {why}", "the strict local provider itself: the real API has no such error"
)


@dataclass(frozen=True)
class Exchange:
    """One request, what was said about it, and the turn that answered it; none where it was refused."""

    number: int
    request: Body
    verdict: Verdict
    turn: Turn | None
    refusal: Refusal | None = None
    """What the client was told."""
    api: str = "messages"
    """The API that it came over."""
    unit: tuple[WireBlock, ...] = ()
    """The turn as another API than Messages sends it."""


@dataclass
class Conversation:
    """The turns of one conversation."""

    received: list[Received] = field(default_factory=list)
    played: int = 0
    api: str = "messages"


class Provider:
    """Plays turns in order and judges what comes back. Used by one server; may be read from other threads."""

    def __init__(
        self,
        *turns: Play,
        mode: Mode | str = Mode.AUTO,
        key: bytes | None = None,
        from_the_start: bool = False,
    ) -> None:
        self.mode = Mode(mode)
        self.exchanges: list[Exchange] = []
        self._player = Player(Seal(key))
        self._from_the_start = from_the_start
        self._conversations: list[Conversation] = []
        self._lock = threading.Lock()
        self._script: tuple[Play, ...] = turns

    def play(self, *turns: Play, mode: Mode | str | None = None) -> None:
        """Begin anew with this script: what was recorded is forgotten."""
        with self._lock:
            self._script = turns
            self.mode = self.mode if mode is None else Mode(mode)
            self.exchanges, self._conversations = [], []

    def answer(self, request: Body, betas: Sequence[str] = ()) -> Exchange:
        """Judge a request; answer it with the script's next turn unless it is refused."""
        with self._lock:
            request = self._whole(copy.deepcopy(request))
            conversation = self._conversation(request)
            verdict = judge(conversation.received, request, self.mode, check=self._player.seal.check, betas=betas)
            refusal = verdict.errors[0] if verdict.errors else None
            turn = None
            if refusal is None:
                turn, refusal = self._next(conversation, request)
                if refusal is not None:
                    verdict = Verdict((refusal,), verdict.losses, verdict.hints)
            if turn is not None:
                content = tuple(visible(block) for block in turn.content)
                conversation.received.append(Received(request, content, turn.stop_reason))
            exchange = Exchange(len(self.exchanges) + 1, request, verdict, turn, refusal)
            self.exchanges.append(exchange)
            return exchange

    def reply(self, request: Body, api: Api) -> Exchange:
        """The same over another API than Messages."""
        with self._lock:
            number = len(self.exchanges) + 1
            request = api.whole(copy.deepcopy(request), self._held(api))
            conversation = self._conversation(request, api)
            verdict = api.verdict(conversation.received, request, self._player.seal)
            refusal = verdict.errors[0] if verdict.errors else None
            turn, unit = None, tuple[WireBlock, ...]()
            if refusal is None:
                turn, refusal = self._next(conversation, request)
                if refusal is not None:
                    verdict = Verdict((refusal,), verdict.losses, verdict.hints)
            if turn is not None:
                unit = api.unit(turn, number, self._player.seal)
                conversation.received.append(Received(request, unit, turn.stop_reason))
            exchange = Exchange(number, request, verdict, turn, refusal, api.name, unit)
            self.exchanges.append(exchange)
            return exchange

    def _held(self, api: Api) -> dict[str, tuple[Body, tuple[WireBlock, ...]]]:
        """What the provider has stored, by the ids of its responses."""
        return {
            api.ident(e.number): (e.request, e.unit)
            for e in self.exchanges
            if e.api == api.name and e.turn is not None and e.request.get("store") is not False
        }

    @property
    def requests(self) -> list[Body]:
        """The bodies of all requests."""
        return [exchange.request for exchange in self.exchanges]

    @property
    def errors(self) -> list[Refusal]:
        """What was refused, in order."""
        return [error for exchange in self.exchanges for error in exchange.verdict.errors]

    @property
    def losses(self) -> list[Damage]:
        """What was lost in silence, each once, however many requests it is missing from."""
        return list(dict.fromkeys(loss for exchange in self.exchanges for loss in exchange.verdict.losses))

    @property
    def hints(self) -> list[Damage]:
        """What is permitted but worth knowing, each once."""
        return list(dict.fromkeys(hint for exchange in self.exchanges for hint in exchange.verdict.hints))

    @property
    def unplayed(self) -> int:
        """How many turns of the script nobody asked for."""
        played = [conversation.played for conversation in self._conversations]
        done = max(played, default=0) if self._from_the_start else sum(played)
        return len(self._script) - done

    def report(self) -> str:
        """Everything there is to say, a line each; "" where there is nothing."""
        lines = []
        for exchange in self.exchanges:
            lines += [f"request {exchange.number} refused: {error}" for error in exchange.verdict.errors]
        seen: set[Damage] = set()
        for exchange in self.exchanges:
            for loss in exchange.verdict.losses:
                if loss not in seen:
                    lines.append(f"request {exchange.number}: {loss}")
                seen.add(loss)
        if not self.exchanges and self._script:
            lines.append("no request came")
        elif self.unplayed:
            lines.append(f"the loop ended before the model did: {_turns(self.unplayed)} of the script not asked for")
        return "\n".join(lines)

    def assert_clean(self) -> None:
        """Raise AssertionError with the report unless the script was played to its end with nothing to say."""
        report = self.report()
        if report:
            raise AssertionError(f"the provider has something to say:\n{report}")

    def message(self, exchange: Exchange, betas: Sequence[str] = ()) -> dict[str, Any]:
        """The JSON of an answered request."""
        assert exchange.turn is not None
        content = [copy.deepcopy(visible(block)) for block in exchange.turn.content]
        message: dict[str, Any] = {
            "id": _message_id(exchange),
            "type": "message",
            "role": "assistant",
            "model": str(exchange.request.get("model", "")),
            "content": content,
            "stop_reason": exchange.turn.stop_reason,
            "stop_sequence": None,
            "usage": {"input_tokens": 100, "output_tokens": 10 * max(len(content), 1)},
        }
        if errors.BINDING_BETA in betas:
            dropped = [loss for loss in exchange.verdict.losses if loss.kind == "dropped"]
            message["input_transformations"] = [_dropped(loss) for loss in dropped]
        return message

    def _whole(self, request: Body) -> Body:
        """The request as it would be without a thread that the server holds: with all messages before the new ones."""
        thread = request.get("thread")
        before = str(thread.get("previous_message_id", "")) if isinstance(thread, dict) else ""
        held = next((e for e in self.exchanges if e.turn is not None and _message_id(e) == before), None)
        if held is None or held.turn is None or not isinstance(request.get("messages"), list):
            return request
        answer = {"role": "assistant", "content": [visible(block) for block in held.turn.content]}
        kept = {key: held.request[key] for key in HELD if key in held.request}
        return {**kept, **request, "messages": [*held.request["messages"], answer, *request["messages"]]}

    def _conversation(self, request: Body, api: Api | None = None) -> Conversation:
        """The one that this request continues: the latest that it has something in common with, or a new one."""
        name = api.name if api else "messages"
        ask = api.continues if api else continues
        for conversation in reversed(self._conversations):
            if conversation.api == name and conversation.received and ask(conversation.received, request):
                return conversation
        self._conversations.append(Conversation(api=name))
        return self._conversations[-1]

    def _next(self, conversation: Conversation, request: Body) -> tuple[Turn | None, Refusal | None]:
        if len(self.exchanges) >= MOST_REQUESTS:
            return None, played_out(f"more than {MOST_REQUESTS} requests: does the loop ever end?")
        at = conversation.played if self._from_the_start else sum(one.played for one in self._conversations)
        if at >= len(self._script):
            return None, played_out(f"the script has {_turns(len(self._script))}, and one more was asked for")
        try:
            turn = self._player.play(self._script[at], request)
        except ValueError as error:
            return None, played_out(str(error))
        conversation.played += 1
        return turn, None


def _message_id(exchange: Exchange) -> str:
    return f"msg_{exchange.number:04}"


def _turns(number: int) -> str:
    return f"{number} turn" if number == 1 else f"{number} turns"


def played_out(why: str) -> Refusal:
    """What this provider itself has to say, and no real one."""
    return Refusal(PLAYED_OUT, PLAYED_OUT.text(why=why))


def _dropped(loss: Damage) -> dict[str, str]:
    path = loss.what.split(" ", 1)[0]
    return {"type": "thinking_dropped", "path": path, "reason": "prefix_binding_mismatch"}

"""OpenAI Responses as the strict provider speaks it.

It knows which reasoning its items belong to: what goes back with an id is checked for it, what goes back without is a
loss that nobody hears of.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from flake8_toolloop.dialects import responses as dialect
from flake8_toolloop.testing import judge_responses
from flake8_toolloop.testing.align import Received
from flake8_toolloop.testing.apis import arguments, call_id, damage, parsed, plain_json, refusals, required
from flake8_toolloop.testing.items import made
from flake8_toolloop.testing.reading import elements, members, objects, word
from flake8_toolloop.testing.script import PARTIAL, Turn, WireBlock
from flake8_toolloop.testing.seal import Origin, Seal
from flake8_toolloop.testing.verdict import Damage, Refusal, Verdict
from flake8_toolloop.testing.wire import Body, kind

KNOWN_BETTER = ("lost-reasoning", "interleaved", "item-before-reasoning")
"""What the judge of recorded conversations can only conclude."""
HOLDER = dialect.WIRE.holder
PREVIOUS = "previous_response_id"


class ResponsesApi:
    """The API."""

    name = "responses"

    def whole(self, request: Body, held: Mapping[str, tuple[Body, tuple[WireBlock, ...]]]) -> Body:
        """What the provider stored stands before what is new; a text is one item."""
        items = _items(request)
        before = held.get(word(request.get(PREVIOUS)))
        if before is None:
            return {**request, HOLDER: items} if HOLDER in request else request
        kept = {key: value for key, value in request.items() if key != PREVIOUS}
        return {**kept, HOLDER: [*_items(before[0]), *before[1], *items]}

    def unit(self, turn: Turn, number: int, seal: Seal) -> tuple[WireBlock, ...]:
        """Its items. Blocks that this API has no word for are left out; a thought that nothing follows stays."""
        items: list[WireBlock] = []
        for block in turn.content:
            ident = _ident(number, len(items))
            if kind(block) in ("thinking", "redacted_thinking"):
                said = word(block.get("thinking"))
                summary = [{"type": "summary_text", "text": said}] if said else []
                item: WireBlock = {"type": dialect.REASONING, "summary": summary, dialect.ENCRYPTED: seal.data()}
            elif kind(block) == "text":
                phase = "commentary" if turn.stop_reason == "tool_use" else "final_answer"
                part = {"type": "output_text", "text": block["text"], "annotations": []}
                item = {"type": dialect.MESSAGE, "role": "assistant", "content": [part], "phase": phase}
            elif kind(block) == "tool_use":
                item = {"type": "function_call", dialect.CALL_ID: call_id(block), "name": block["name"]}
                item["arguments"] = arguments(block)
            else:
                continue
            whole = "incomplete" if PARTIAL in block else "completed"
            items.append({"id": f"{dialect.PREFIXES[item['type']]}_{ident}", **item, "status": whole})
        return tuple(items)

    def continues(self, received: Sequence[Received], request: Body) -> bool:
        sent = {mark for one in received for item in one.content for mark in _marks(item)}
        items = elements(request.get(HOLDER))
        if sent & {mark for _, item in objects(items) for mark in _marks(item)}:
            return True
        before = _items(received[-1].request)
        return len(items) > len(before) and plain_json(items[: len(before)]) == plain_json(before)

    def verdict(self, received: Sequence[Received], request: Body, seal: Seal) -> Verdict:
        items = elements(request.get(HOLDER))
        refused = [
            *required(request, ("model", HOLDER)),
            *refusals(judge_responses.judge(request), KNOWN_BETTER),
            *_forged(items, seal),
            *_unbound(received, items),
        ]
        losses: list[Damage] = []
        hints: list[Damage] = []
        for turn, one in enumerate(received):
            _compare(turn, one.content, items, losses, hints)
        return Verdict(tuple(refused[:1]), tuple(losses), tuple(hints))

    def ident(self, number: int) -> str:
        return f"resp_{_ident(number, 99)}"

    def body(self, ident: str, unit: Sequence[WireBlock], stop: str, request: Body) -> dict[str, Any]:
        cut = stop == "max_tokens"
        return {
            "id": ident,
            "object": "response",
            "created_at": 0,
            "status": "incomplete" if cut else "completed",
            "error": None,
            "incomplete_details": {"reason": "max_output_tokens"} if cut else None,
            "instructions": request.get("instructions"),
            "metadata": {},
            "model": word(request.get("model")),
            "output": list(unit),
            "parallel_tool_calls": True,
            "store": request.get("store", True),
            "temperature": 1.0,
            "tool_choice": "auto",
            "tools": elements(request.get("tools")),
            "top_p": 1.0,
            "usage": {
                "input_tokens": 100,
                "input_tokens_details": {"cached_tokens": 0},
                "output_tokens": 10,
                "output_tokens_details": {"reasoning_tokens": 0},
                "total_tokens": 110,
            },
        }


def _items(request: Body) -> list[Any]:
    given = request.get(HOLDER)
    return [{"role": "user", "content": given}] if isinstance(given, str) else elements(given)


def _ident(number: int, place: int) -> str:
    """An id as the provider's own are: the last 16 digits are those of the response."""
    one = hashlib.sha256(f"{number} {place}".encode()).hexdigest()[:24]
    return f"68{number:06x}{one}{hashlib.sha256(str(number).encode()).hexdigest()[:16]}"


def _marks(item: Mapping[str, Any]) -> Iterator[str]:
    """What an item is known by."""
    for key in ("id", dialect.CALL_ID, dialect.ENCRYPTED):
        if word(item.get(key)):
            yield word(item.get(key))


def _forged(items: list[Any], seal: Seal) -> Iterator[Refusal]:
    """Encrypted content that this provider did not make."""
    for _, item in objects(items):
        data = item.get(dialect.ENCRYPTED)
        if not data or item.get("type") != dialect.REASONING:
            continue
        if seal.check({"type": "redacted_thinking", "data": data}) is not Origin.GENUINE:
            error = dialect.NOT_DECRYPTED
            yield Refusal(error, error.text(content=str(data)[:12]))


def _bindings(received: Sequence[Received]) -> dict[str, WireBlock]:
    """By item id: the reasoning item that it came behind."""
    found: dict[str, WireBlock] = {}
    for one in received:
        reasoning: WireBlock | None = None
        for item in one.content:
            if item["type"] == dialect.REASONING:
                reasoning = dict(item)
            elif reasoning is not None:
                found[item["id"]] = reasoning
    return found


def _unbound(received: Sequence[Received], items: list[Any]) -> Iterator[Refusal]:
    """Items with an id whose reasoning does not stand before them in the same turn."""
    bound = _bindings(received)
    before: list[Mapping[str, Any]] = []
    for item in items:
        fields = members(item)
        if not made(item):
            before = []
            continue
        reasoning = bound.get(word(fields.get("id")))
        if reasoning is not None and not any(_is(other, reasoning) for other in before):
            values = {"item": word(fields.get("id")), "kind": word(fields.get("type")), "reasoning": reasoning["id"]}
            yield Refusal(dialect.NO_REASONING, dialect.NO_REASONING.text(**values))
        before.append(fields)


def _is(item: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether an item is the one that was sent, by its id, its call or what only the provider can read."""
    return bool(set(_marks(item)) & set(_marks(other))) and item.get("type") == other.get("type")


def _compare(turn: int, sent: Sequence[Any], items: list[Any], losses: list[Damage], hints: list[Damage]) -> None:
    """What became of the items of a turn, where nothing is refused for it."""
    where = [next((at for at, item in objects(items) if _is(item, one) or _says(item, one)), None) for one in sent]
    if all(at is None for at in where):
        losses.append(damage(turn, "missing", "the whole turn was left out", ""))
        return
    last = max(at for at in where if at is not None)
    closed = any(_kind_of(item) == dialect.MESSAGE and not made(item) for item in items[last:])
    for position, (one, at) in enumerate(zip(sent, where, strict=True)):
        name = one["type"]
        if at is None:
            goes = closed and name == dialect.REASONING
            lost = damage(turn, "lost", f"item {position} ({name}) did not come back", name, position)
            (hints if goes else losses).append(lost)
        elif fields := [key for key in ("phase", "summary", "name", "content") if _differs(one, items[at], key)]:
            what = f"item {position} ({name}) came back with another {', '.join(fields)}"
            losses.append(damage(turn, "changed", what, name, position))
        elif parsed(one.get("arguments")) != parsed(items[at].get("arguments")):
            what = f"item {position} ({name}) came back with other arguments"
            losses.append(damage(turn, "changed", what, name, position))


def _kind_of(item: object) -> str:
    fields = members(item)
    return word(fields.get("type")) or (dialect.MESSAGE if "role" in fields else "")


def _says(item: Mapping[str, Any], sent: Mapping[str, Any]) -> bool:
    """Whether an item without an id is a message that was sent."""
    if sent["type"] != dialect.MESSAGE or not made(item) or _kind_of(item) != dialect.MESSAGE:
        return False
    return _text(item.get("content")) == _text(sent["content"])


def _text(content: object) -> str:
    if isinstance(content, str):
        return content
    return "".join(word(part.get("text")) for _, part in objects(content))


def _differs(sent: Mapping[str, Any], back: Mapping[str, Any], key: str) -> bool:
    if key == "content":
        return sent["type"] == dialect.MESSAGE and _text(sent.get(key)) != _text(back.get(key))
    return plain_json(sent.get(key)) != plain_json(back.get(key))

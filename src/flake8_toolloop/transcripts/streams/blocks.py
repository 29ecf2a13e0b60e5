"""Streams of blocks: each block starts with an empty shell, gets its deltas, and stops (Anthropic Messages)."""

from __future__ import annotations

import copy
import functools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from flake8_toolloop.dialects.anthropic import ANTHROPIC, EVENTS
from flake8_toolloop.dialects.base import Delta
from flake8_toolloop.transcripts.streams import exact
from flake8_toolloop.transcripts.streams.verdict import ILLEGAL, THINKING, Event, Message, StreamFault, is_index

FORMAT = "anthropic-sse"
CONTENT = ANTHROPIC.unit[-1]
SIZE = 80
"""Characters of one delta."""


# Writing


def synthesise(message: Message, *, size: int = SIZE, cut: Mapping[int, str] | None = None) -> Iterator[Event]:
    """The events of a buffered response. Raises ValueError where it is none.

    ``cut`` has, for blocks by their index, the JSON that the stream breaks off in.
    """
    usage, content = message.get("usage"), message.get(CONTENT)
    if not isinstance(usage, dict) or not isinstance(content, list) or not all(isinstance(b, dict) for b in content):
        raise ValueError("not a response: it needs `usage` and a list of blocks")
    yield {"type": EVENTS.opening, EVENTS.snapshot: _opened(message)}
    yield {"type": EVENTS.silent[0]}
    for index, block in enumerate(content):
        source = (cut or {}).get(index)
        yield {"type": EVENTS.start, "index": index, EVENTS.block: shell(block)}
        for delta in deltas(block, size, source):
            yield {"type": EVENTS.piece, "index": index, EVENTS.delta: delta}
        yield {"type": EVENTS.stop, "index": index}
    yield _closing(message)
    yield {"type": EVENTS.end}


def shell(block: Mapping[str, Any]) -> Event:
    """A block as it starts: without what deltas will bring."""
    opened = copy.deepcopy(dict(block))
    for delta in _brings(_kind(block)):
        if _filled(block, delta):
            opened[delta.into] = _empty(delta)
    return opened


def deltas(block: Mapping[str, Any], size: int = SIZE, source: str | None = None) -> Iterator[Event]:
    """What a block's deltas bring, in order. ``source`` is the JSON of a call that breaks off."""
    whole: dict[str, Event] = {}
    brought = _brings(_kind(block))
    filled = {delta.name for delta in brought if _filled(block, delta)}
    for delta in brought:
        if delta.name not in filled or delta.into not in block:
            continue
        value = block[delta.into]
        if delta.how == "add":
            yield from ({"type": delta.name, delta.field: piece} for piece in pieces(value, size))
        elif delta.how == "append":
            yield from ({"type": delta.name, delta.field: copy.deepcopy(one)} for one in value)
        elif delta.how == "parse":
            text = exact.dumps(value) if source is None else source
            yield from ({"type": delta.name, delta.field: piece} for piece in ("", *pieces(text, size)))
        else:  # several fields may come in one delta
            whole.setdefault(delta.name, {"type": delta.name})[delta.field] = value
    yield from whole.values()


def pieces(text: str, size: int) -> Iterator[str]:
    """A text in pieces."""
    return (text[at : at + size] for at in range(0, len(text), size))


def _opened(message: Message) -> Message:
    opened = {**copy.deepcopy(message), CONTENT: []}
    opened.update({key: None for key in EVENTS.unknown_at_first if key in opened})
    tokens = opened["usage"].get("output_tokens")
    if isinstance(tokens, int):
        opened["usage"]["output_tokens"] = min(tokens, 1)
    return opened


def _closing(message: Message) -> Event:
    known = {key: copy.deepcopy(message[key]) for key in EVENTS.closing_fields if key in message}
    besides = {key: copy.deepcopy(message[key]) for key in EVENTS.closing_besides if key in message}
    return {"type": EVENTS.closing, EVENTS.delta: known, "usage": copy.deepcopy(message["usage"]), **besides}


def _filled(block: Mapping[str, Any], delta: Delta) -> bool:
    """Whether a block has in its field what such a delta can bring."""
    value = block.get(delta.into)
    if delta.how == "append":
        return isinstance(value, list) and bool(value)
    if delta.how == "parse":
        return delta.into in block
    return isinstance(value, str) and value != delta.empty


@functools.lru_cache(256)
def _brings(kind: str) -> tuple[Delta, ...]:
    return EVENTS.brings(kind)


def _empty(delta: Delta) -> Any:
    empty = {"append": list, "parse": dict}.get(delta.how)
    return empty() if empty is not None else delta.empty


def _kind(block: Mapping[str, Any]) -> str:
    return str(block.get("type", ""))


# Reading


@dataclass
class _Block:
    """A block while it arrives."""

    start: Event
    open: bool = True
    came: dict[str, list[Any]] = field(default_factory=dict)
    """Field by field of the block: what the deltas brought."""
    event: int = 0

    @property
    def kind(self) -> str:
        return _kind(self.start)

    def value(self, *, strict: bool) -> Event:
        """The block as one sort of reader has it."""
        block = copy.deepcopy(self.start)
        for delta in _brings(self.kind):
            came = self.came.get(delta.into, [])
            if (
                delta.into in block
                and (strict and self.kind == delta.kind)
                and isinstance(block[delta.into], _types(delta))
            ):
                block[delta.into] = _empty(delta)
            held = block.get(delta.into)
            if delta.how == "add" and came:
                block[delta.into] = (held if isinstance(held, str) else "") + "".join(came)
            elif delta.how == "append" and came:
                block[delta.into] = [*(held if isinstance(held, list) else ()), *came]
            elif delta.how == "set" and came:
                block[delta.into] = came[-1]
            elif delta.how == "parse" and "".join(came):
                try:
                    block[delta.into] = exact.loads("".join(came))
                except ValueError:
                    block[delta.into] = {}  # it breaks off: what was meant is not known
        return block

    @property
    def broken(self) -> bool:
        """Whether its JSON is none."""
        for delta in _brings(self.kind):
            source = "".join(self.came.get(delta.into, ())) if delta.how == "parse" else ""
            try:
                exact.loads(source or "{}")
            except ValueError:
                return True
        return False


def _types(delta: Delta) -> type:
    return {"append": list, "parse": dict}.get(delta.how, str)


class Reader:
    """Takes events one by one, keeps what they bring, and says what is wrong with them."""

    format = FORMAT

    def __init__(self) -> None:
        self.started = False
        self.ended = False
        self._message: Message = {}
        self._blocks: list[_Block] = []
        self._closed = False
        self._count = 0
        self._failed = False

    def message(self, *, strict: bool) -> Message:
        """The response so far."""
        if not self.started:
            return {}
        content = [block.value(strict=strict) for block in self._blocks]
        held = self._message.get(CONTENT)
        if not strict and isinstance(held, list):
            content = [*copy.deepcopy(held), *content]
        return {**copy.deepcopy(self._message), CONTENT: content}

    def take(self, event: Any, name: str | None = None, *, named: bool = False) -> Iterator[StreamFault]:
        """One event; ``name`` is what the wire called it, where that is known."""
        at, self._count = self._count, self._count + 1
        if not isinstance(event, dict) or not isinstance(event.get("type"), str):
            yield self._fault("its data is no JSON object with a type", at, fatal=True)
            return
        kind = event["type"]
        if named and name != kind:
            what = f"is called `{name}` on the wire" if name else "has no name on the wire"
            yield self._fault(f"a `{kind}` event {what}: the SDK leaves it out", at, lossy=True)
        if kind in EVENTS.silent:
            return
        if self.ended and kind != EVENTS.opening:
            yield self._fault(f"`{kind}` after `{EVENTS.end}`", at)
            return
        if kind == EVENTS.error:
            self._failed = self.ended = True
            return
        if kind == EVENTS.opening:
            yield from self._open(event, at)
        elif kind in (EVENTS.start, EVENTS.piece, EVENTS.stop, EVENTS.closing, EVENTS.end) and not self.started:
            yield self._fault(f"`{kind}` before `{EVENTS.opening}`", at, fatal=True)
        elif kind == EVENTS.start:
            yield from self._start(event, at)
        elif kind == EVENTS.piece:
            yield from self._piece(event, at)
        elif kind == EVENTS.stop:
            yield from self._stop(event, at)
        elif kind == EVENTS.closing:
            yield from self._close(event, at)
        elif kind == EVENTS.end:
            yield from self._end(at)

    def finish(self) -> Iterator[StreamFault]:
        """What is missing at the end."""
        if not self.started:
            yield self._fault("there is no message in it", self._count, fatal=True)
        elif self._failed:
            yield self._fault("it ends with an error", self._count, fatal=True)
        elif not self.ended:
            yield self._fault(f"it breaks off before `{EVENTS.end}`", self._count, fatal=True)

    def _open(self, event: Event, at: int) -> Iterator[StreamFault]:
        message = event.get(EVENTS.snapshot)
        if self.started or not isinstance(message, dict):
            yield self._fault("a second message begins" if self.started else "its message is no object", at, lossy=True)
            return
        self.started, self._message = True, copy.deepcopy(message)
        if message.get(CONTENT) != []:
            yield self._fault(f"`{EVENTS.opening}` has content: blocks come one by one", at, lossy=True)
        usage = message.get("usage")
        if not isinstance(usage, dict):
            yield self._fault(f"`{EVENTS.opening}` has no usage", at)

    def _start(self, event: Event, at: int) -> Iterator[StreamFault]:
        index, block = event.get("index"), event.get(EVENTS.block)
        if not isinstance(block, dict):
            yield self._fault("a block that starts is no object", at, fatal=True)
            return
        if index != len(self._blocks) or isinstance(index, bool):
            yield self._fault(f"block {len(self._blocks)} starts with the index {_shown(index)}", at, fatal=True)
        if self._closed:
            yield self._fault(f"a block starts after `{EVENTS.closing}`", at)
        yield from self._shut_all("when the next one starts", at)
        self._blocks.append(_Block(copy.deepcopy(block), event=at))

    def _piece(self, event: Event, at: int) -> Iterator[StreamFault]:
        index, delta = event.get("index"), event.get(EVENTS.delta)
        block = self._block(index)
        if block is None or not is_index(index):
            yield self._fault(f"a delta for block {_shown(index)}, which has not started", at, fatal=True)
            return
        if not isinstance(delta, dict):
            yield self._fault("a delta is no object", at, index, fatal=True)
            return
        if not block.open:
            yield self._fault(f"a delta for block {index}, which has stopped", at, index, lossy=True)
        fitting = [one for one in _brings(block.kind) if one.name == delta.get("type")]
        if not fitting and delta.get("type") in KNOWN and ANTHROPIC.kind(block.kind) is not None:
            what = f"a `{delta['type']}` in a `{block.kind}` block: readers leave it out"
            yield self._fault(what, at, index, lossy=True)
        for one in fitting:
            yield from self._apply(block, one, delta, at, index)

    def _apply(self, block: _Block, delta: Delta, event: Event, at: int, index: int) -> Iterator[StreamFault]:
        value = event.get(delta.field)
        came = block.came.setdefault(delta.into, [])
        if delta.how in ("add", "parse") and not isinstance(value, str):
            yield self._fault(f"`{delta.field}` of a `{delta.name}` is no text", at, index, fatal=True)
            return
        if delta.how == "set" and delta.field not in event:
            return
        if delta.once and came and delta.kind != RARE:
            yield self._fault(f"a second `{delta.name}` for block {index}", at, index, lossy=True)
        came.append(value if isinstance(value, str) else copy.deepcopy(value))

    def _stop(self, event: Event, at: int) -> Iterator[StreamFault]:
        index = event.get("index")
        block = self._block(index)
        if block is None or not is_index(index) or not block.open:
            yield self._fault(f"block {_shown(index)} stops, which is not open", at)
            return
        yield from self._shut(block, index)

    def _shut_all(self, when: str, at: int) -> Iterator[StreamFault]:
        for number, block in enumerate(self._blocks):
            if block.open:
                yield self._fault(f"block {number} has not stopped {when}", at, number)
                yield from self._shut(block, number)

    def _shut(self, block: _Block, index: int) -> Iterator[StreamFault]:
        block.open = False
        yield from self._whole_starts(block, index)

    def _whole_starts(self, block: _Block, index: int) -> Iterator[StreamFault]:
        """What stood in the start and should have come in deltas."""
        whole = []
        for delta in _brings(block.kind):
            held = block.start.get(delta.into)
            due = block.kind == delta.kind and delta.kind != RARE
            if due and held and isinstance(held, _types(delta)) and not block.came.get(delta.into):
                whole.append(delta)
        if not whole:
            return
        known = ANTHROPIC.kind(block.kind)
        kind = THINKING if known is not None and known.deliberation else ILLEGAL
        fields = " and ".join(f"`{delta.into}`" for delta in whole)
        names = " and ".join(f"`{delta.name}`" for delta in whole)
        text = f"a `{block.kind}` block starts with its {fields}, and no {names} follows: readers of deltas lose it"
        yield StreamFault(kind, text, block.event, index, lossy=True)

    def _close(self, event: Event, at: int) -> Iterator[StreamFault]:
        self._closed = True
        yield from self._shut_all(f"before `{EVENTS.closing}`", at)
        known, usage = event.get(EVENTS.delta), event.get("usage")
        if isinstance(known, dict):
            for key in EVENTS.closing_fields:
                # A container that the start has named stays.
                if key in known and (known[key] is not None or key in EVENTS.unknown_at_first):
                    self._message[key] = copy.deepcopy(known[key])
        if not isinstance(known, dict) or ANTHROPIC.stop_field not in known:
            yield self._fault(f"`{EVENTS.closing}` brings no `{ANTHROPIC.stop_field}`", at)
        self._message.update({k: copy.deepcopy(event[k]) for k in EVENTS.closing_besides if event.get(k) is not None})
        if not isinstance(usage, dict) or "output_tokens" not in usage:
            yield self._fault(
                f"`{EVENTS.closing}` brings no usage with `output_tokens`: the SDK needs it", at, lossy=True
            )
        if isinstance(usage, dict):
            before = self._message.get("usage")
            known_now = {key: copy.deepcopy(value) for key, value in usage.items() if value is not None}
            self._message["usage"] = {**(before if isinstance(before, dict) else {}), **known_now}

    def _end(self, at: int) -> Iterator[StreamFault]:
        self.ended = True
        if not self._closed:
            yield self._fault(f"`{EVENTS.end}` without `{EVENTS.closing}`", at, lossy=True)
            yield from self._shut_all(f"before `{EVENTS.end}`", at)
        if self._message.get(ANTHROPIC.stop_field) in CUT:
            return
        for number, block in enumerate(self._blocks):
            if block.broken:
                yield self._fault(f"the JSON of block {number} is none", block.event, number, fatal=True)

    def _block(self, index: object) -> _Block | None:
        return self._blocks[index] if is_index(index) and index < len(self._blocks) else None

    def _fault(
        self, message: str, at: int, block: int | None = None, *, lossy: bool = False, fatal: bool = False
    ) -> StreamFault:
        return StreamFault(ILLEGAL, message, at, block, lossy or fatal, fatal)


RARE = EVENTS.rare[0].kind
KNOWN = tuple(delta.name for delta in (*EVENTS.deltas, *EVENTS.rare))
CUT = (*ANTHROPIC.cut_stops, *(stop for stop in ANTHROPIC.open_stops if stop != ANTHROPIC.call))
"""Stop reasons after which a call's JSON may be cut off."""


def _shown(value: object) -> str:
    return "none" if value is None else exact.dumps(value)

"""Streams of items: each is added as a shell, its texts come in deltas, and it is done whole (OpenAI Responses)."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from flake8_toolloop.dialects import responses_events as wire
from flake8_toolloop.dialects.responses_events import CARRIED, Carried
from flake8_toolloop.transcripts.streams.blocks import SIZE, pieces
from flake8_toolloop.transcripts.streams.verdict import ILLEGAL, Event, Message, StreamFault, differences, is_index

FORMAT = "responses-sse"


# Writing


def synthesise(response: Message, *, size: int = SIZE) -> Iterator[Event]:
    """The events of a finished response. Raises ValueError where it is none."""
    output, status = response.get(wire.OUTPUT), response.get(wire.STATUS) or "completed"
    if not isinstance(output, list) or not all(isinstance(item, dict) for item in output):
        raise ValueError("not a response: it needs a list of items as `output`")
    if not isinstance(status, str) or status not in wire.ENDS:
        raise ValueError(f"a response with the status {status!r} has not ended")
    for number, event in enumerate(_events(response, output, wire.ENDS[status], size)):
        yield {"type": event.pop("type"), wire.NUMBER: number, **event}


def _events(response: Message, output: list[Event], end: str, size: int) -> Iterator[Event]:
    opened = {**copy.deepcopy(response), wire.OUTPUT: []}
    opened.update({key: None for key in wire.UNKNOWN_AT_FIRST if key in opened})
    if wire.STATUS in opened:
        opened[wire.STATUS] = wire.UNDER_WAY
    for kind in (wire.CREATED, wire.PROGRESS[0]):
        yield {"type": kind, "response": copy.deepcopy(opened)}
    for index, item in enumerate(output):
        yield {"type": wire.ADDED, wire.ITEM_INDEX: index, "item": shell(item)}
        for event in _parts(item, size):
            yield {"type": event.pop("type"), wire.ITEM_ID: item.get("id") or "", wire.ITEM_INDEX: index, **event}
        yield {"type": wire.DONE, wire.ITEM_INDEX: index, "item": copy.deepcopy(item)}
    yield {"type": end, "response": copy.deepcopy(response)}


def shell(item: Event) -> Event:
    """An item as it is added: without what comes later."""
    opened = {key: copy.deepcopy(value) for key, value in item.items() if key not in wire.LATE}
    if wire.STATUS in opened:
        opened[wire.STATUS] = wire.UNDER_WAY
    for one in _carried(item):
        if one.parts and isinstance(opened.get(one.parts), list) and _known(item, one.parts):
            opened[one.parts] = []
        elif not one.parts and isinstance(opened.get(one.field), str):
            opened[one.field] = ""
    return opened


def _parts(item: Event, size: int) -> Iterator[Event]:
    """What stands between an item's two events."""
    told = set()
    for one in _carried(item):
        if not one.parts:
            yield from _text(one, item, {}, size)
        elif one.parts not in told and _known(item, one.parts):
            told.add(one.parts)
            for number, part in enumerate(item[one.parts]):
                yield from _part(item, one.parts, number, part, size)


def _part(item: Event, parts: str, number: int, part: Event, size: int) -> Iterator[Event]:
    one = next(c for c in _carried(item) if c.parts == parts and c.part == part.get("type"))
    opened = copy.deepcopy(part)
    if isinstance(part.get(one.field), str):
        opened[one.field] = ""
    notes = part.get("annotations") if one.logged else None
    if isinstance(notes, list):
        opened["annotations"] = []
    yield {"type": one.part_added, one.index: number, "part": opened}
    yield from _text(one, part, {one.index: number}, size)
    for place, note in enumerate(notes if isinstance(notes, list) else ()):
        yield {"type": wire.ANNOTATION, one.index: number, "annotation_index": place, "annotation": copy.deepcopy(note)}
    yield {"type": one.part_done, one.index: number, "part": copy.deepcopy(part)}


def _text(one: Carried, holder: Event, place: dict[str, Any], size: int) -> Iterator[Event]:
    text = holder.get(one.field)
    if not isinstance(text, str):
        return
    logs = holder.get("logprobs") if isinstance(holder.get("logprobs"), list) else []
    for piece in pieces(text, size):
        yield {"type": one.delta, **place, "delta": piece, **({"logprobs": []} if one.logged else {})}
    done = {"logprobs": copy.deepcopy(logs)} if one.logged else {}
    yield {"type": one.done, **place, one.done_field: text, **done}


def _carried(item: Event) -> list[Carried]:
    return [one for one in CARRIED if one.kind == item.get("type")]


def _known(item: Event, parts: str) -> bool:
    """Whether the events know all parts of a list: one that they do not know comes with the item."""
    types = [one.part for one in _carried(item) if one.parts == parts]
    held = item.get(parts)
    return isinstance(held, list) and all(isinstance(p, dict) and p.get("type") in types for p in held)


# Reading


@dataclass
class _Item:
    """An item while it arrives."""

    added: Event
    done: Event | None = None
    texts: dict[tuple[str, int], list[str]] = field(default_factory=dict)
    """By the delta's type and the number of the part."""
    told: dict[tuple[str, int], str] = field(default_factory=dict)
    """What the done events say that they came to."""

    def text(self, one: Carried, number: int) -> str | None:
        came = self.texts.get((one.delta, number))
        return None if came is None else "".join(came)

    def value(self, *, strict: bool) -> Event:
        """The item as one sort of reader has it: strictly, all texts are what the deltas brought."""
        if self.done is not None and not strict:
            return copy.deepcopy(self.done)
        item = copy.deepcopy(self.done or self.added)
        for one in _carried(item):
            for number, holder in _holders(item, one):
                text = self.text(one, number)
                if isinstance(holder.get(one.field), str) and (strict or text is not None):
                    holder[one.field] = text or ""
        return item


def _holders(item: Event, one: Carried) -> Iterator[tuple[int, Event]]:
    """What in an item holds such a text, with its number."""
    if not one.parts:
        yield 0, item
    elif _known(item, one.parts):
        yield from ((n, part) for n, part in enumerate(item[one.parts]) if part.get("type") == one.part)


def _clear(item: Any) -> Any:
    return {key: value for key, value in item.items() if key not in wire.LATE} if isinstance(item, dict) else item


def _text_in(holder: Event, one: Carried) -> bool:
    text = holder.get(one.field)
    return isinstance(text, str) and bool(text)


class Reader:
    """Takes events one by one, keeps what they bring, and says what is wrong with them."""

    format = FORMAT

    def __init__(self) -> None:
        self.started = False
        self.ended = False
        self._response: Message = {}
        self._final: Message | None = None
        self._items: dict[int, _Item] = {}
        self._number = -1
        self._unnumbered = False
        self._count = 0
        self._failed = False

    def message(self, *, strict: bool) -> Message:
        """The response so far."""
        base = copy.deepcopy(self._response if self._final is None else self._final)
        if not base:
            return {}
        output = [self._items[index].value(strict=strict) for index in sorted(self._items)]
        final = base.get(wire.OUTPUT)
        if strict or self._final is None or not (isinstance(final, list) and final):
            base[wire.OUTPUT] = output
        return base

    def take(self, event: Any, name: str | None = None, *, named: bool = False) -> Iterator[StreamFault]:
        """One event; ``name`` is what the wire called it, where that is known."""
        at, self._count = self._count, self._count + 1
        if not isinstance(event, dict) or not isinstance(event.get("type"), str):
            yield self._fault("its data is no JSON object with a type", at, fatal=True)
            return
        kind = event["type"]
        if named and name and name != kind:
            yield self._fault(f"a `{kind}` event is called `{name}` on the wire", at)
        if self.ended:
            yield self._fault(f"`{kind}` after the end", at)
            return
        yield from self._numbered(event, at)
        if kind == wire.ERROR:
            self._failed = self.ended = True
        elif kind == wire.CREATED:
            yield from self._create(event, at)
        elif not self.started and kind.startswith(wire.PREFIX):
            yield self._fault(f"`{kind}` before `{wire.CREATED}`: the SDK gives up", at, fatal=True)
        elif kind in wire.PROGRESS:
            yield from self._progress(event, at)
        elif kind == wire.ADDED:
            yield from self._add(event, at)
        elif kind == wire.DONE:
            yield from self._done(event, at)
        elif kind in wire.ENDS.values():
            yield from self._end(event, at)
        else:
            yield from self._inside(event, at)

    def finish(self) -> Iterator[StreamFault]:
        """What is missing at the end."""
        if not self.started:
            yield self._fault("there is no response in it", self._count, fatal=True)
        elif self._failed:
            yield self._fault("it ends with an error", self._count, fatal=True)
        elif not self.ended:
            yield self._fault(f"it breaks off before `{wire.ENDS['completed']}`", self._count, fatal=True)

    def _numbered(self, event: Event, at: int) -> Iterator[StreamFault]:
        number = event.get(wire.NUMBER)
        if isinstance(number, int) and number > self._number:
            self._number = number
        elif not self._unnumbered:
            self._unnumbered = True
            yield self._fault(f"its `{wire.NUMBER}` does not follow the one before", at)

    def _create(self, event: Event, at: int) -> Iterator[StreamFault]:
        response = event.get("response")
        if self.started or not isinstance(response, dict):
            yield self._fault(
                "a second response begins" if self.started else "its response is no object", at, lossy=True
            )
            return
        self.started, self._response = True, copy.deepcopy(response)
        if response.get(wire.OUTPUT):
            yield self._fault(f"`{wire.CREATED}` has output: items come one by one", at, lossy=True)

    def _progress(self, event: Event, at: int) -> Iterator[StreamFault]:
        yield from self._identity(self._response, event.get("response"), at)

    def _identity(self, before: Message, now: object, at: int) -> Iterator[StreamFault]:
        if not isinstance(now, dict) or now.get("id") != before.get("id"):
            yield self._fault("the response is another one than at the start: the SDK gives up", at, fatal=True)

    def _add(self, event: Event, at: int) -> Iterator[StreamFault]:
        index, item = event.get(wire.ITEM_INDEX), event.get("item")
        if not isinstance(item, dict) or not is_index(index):
            yield self._fault("an item that is added is no object with an index", at, fatal=True)
            return
        if index in self._items:
            yield self._fault(f"item {index} is added twice: the SDK gives up", at, index, fatal=True)
            return
        if index != len(self._items):
            yield self._fault(f"item {len(self._items)} is added with the index {index}", at, index)
        self._items[index] = _Item(copy.deepcopy(item))
        for one in _carried(item):
            if any(_text_in(holder, one) for _, holder in _holders(item, one)):
                where = f"`{one.parts or one.field}`"
                text = f"a `{item.get('type')}` item is added with its {where}: readers of deltas have it twice, or not"
                yield self._fault(text, at, index, lossy=True)

    def _inside(self, event: Event, at: int) -> Iterator[StreamFault]:
        """What stands between an item's two events."""
        kind = event["type"]
        one = next((c for c in CARRIED if kind in (c.delta, c.done)), None)
        parts = {c.part_added for c in CARRIED if c.parts} | {c.part_done for c in CARRIED if c.parts}
        if one is None and kind not in parts:
            return
        index = event.get(wire.ITEM_INDEX)
        item = self._items.get(index) if is_index(index) else None
        if item is None:
            yield self._fault(f"`{kind}` for an item that was not added: the SDK gives up", at, fatal=True)
            return
        assert isinstance(index, int)
        if item.done is not None:
            yield self._fault(f"`{kind}` for item {index}, which is done", at, index, lossy=True)
        if one is None:
            yield from self._part(item, event, at, index)
            return
        if item.added.get("type") != one.kind:
            yield self._fault(f"`{kind}` for a `{item.added.get('type')}` item", at, index, lossy=True)
            return
        yield from self._texts(item, one, event, at, index)

    def _part(self, item: _Item, event: Event, at: int, index: int) -> Iterator[StreamFault]:
        part = event.get("part")
        known = [c for c in _carried(item.added) if event["type"] in (c.part_added, c.part_done)]
        if not isinstance(part, dict) or not known:
            yield self._fault(
                f"`{event['type']}` does not fit a `{item.added.get('type')}` item", at, index, lossy=True
            )
            return
        number, parts = event.get(known[0].index), known[0].parts
        held = item.added.get(parts)
        if event["type"] != known[0].part_added or item.done is not None:
            return
        if not isinstance(held, list):
            held = item.added[parts] = []
        if number != len(held):
            yield self._fault(f"part {len(held)} is added with another index", at, index, lossy=True)
        held.append(copy.deepcopy(part))
        if any(_text_in(part, c) for c in known if c.part == part.get("type")):
            yield self._fault(
                "a part is added with its text: readers of deltas have it twice, or not", at, index, lossy=True
            )

    def _texts(self, item: _Item, one: Carried, event: Event, at: int, index: int) -> Iterator[StreamFault]:
        number = event.get(one.index) if one.parts else 0
        if not is_index(number):
            yield self._fault(f"`{event['type']}` without `{one.index}`", at, index, fatal=True)
            return
        if one.parts and number not in dict(_holders(item.added, one)):
            yield self._fault(f"`{event['type']}` for a part that was not added", at, index, fatal=True)
        key, value = (one.delta, number), event.get("delta" if event["type"] == one.delta else one.done_field)
        if not isinstance(value, str):
            yield self._fault(f"`{event['type']}` brings no text", at, index, fatal=True)
        elif event["type"] == one.delta:
            item.texts.setdefault(key, []).append(value)
        else:
            item.told[key] = value
            if value != (item.text(one, key[1]) or ""):
                yield self._fault(f"`{one.done}` tells another text than its deltas brought", at, index, fatal=True)

    def _done(self, event: Event, at: int) -> Iterator[StreamFault]:
        index, item = event.get(wire.ITEM_INDEX), event.get("item")
        if not isinstance(item, dict) or not is_index(index):
            yield self._fault("an item that is done is no object with an index", at, fatal=True)
            return
        held = self._items.get(index)
        if held is None:
            yield self._fault(f"item {index} is done and was not added", at, index)
            held = self._items[index] = _Item(shell(item))
        if held.done is not None:
            yield self._fault(f"item {index} is done twice", at, index)
        for key in wire.IDENTITY:
            before = held.added.get(key)
            if before is not None and before != item.get(key):
                yield self._fault(f"item {index} has another `{key}` than when it was added", at, index, fatal=True)
        held.done = copy.deepcopy(item)
        for place in differences(item, held.value(strict=True), f"{wire.OUTPUT}.{index}"):
            yield self._fault(f"{place}: the deltas brought that, the item is done with this", at, index, lossy=True)

    def _end(self, event: Event, at: int) -> Iterator[StreamFault]:
        self.ended = True
        response = event.get("response")
        yield from self._identity(self._response, response, at)
        if not isinstance(response, dict):
            return
        self._final = copy.deepcopy(response)
        failed = event["type"] != wire.ENDS["completed"]
        for index, item in self._items.items():
            if item.done is None and not failed:
                yield self._fault(f"item {index} is not done at the end", at, index, fatal=True)
        status = response.get(wire.STATUS)
        if status is not None and wire.ENDS.get(str(status)) != event["type"]:
            yield self._fault(f"`{event['type']}` with the status {status!r}", at)
        final = response.get(wire.OUTPUT)
        if not isinstance(final, list):
            return
        # What is encrypted may have been encrypted once more.
        done = [_clear(self._items[index].value(strict=False)) for index in sorted(self._items)]
        for place in differences(done, [_clear(item) for item in final], wire.OUTPUT):
            yield self._fault(f"at the end {place}, as its items were done", at, lossy=True)

    def _fault(
        self, message: str, at: int, block: int | None = None, *, lossy: bool = False, fatal: bool = False
    ) -> StreamFault:
        return StreamFault(ILLEGAL, message, at, block, lossy or fatal, fatal)

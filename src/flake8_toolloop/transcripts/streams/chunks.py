"""Streams of chunks: each adds to the message's fields, and the last says why it ends (Chat Completions)."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

from flake8_toolloop.dialects.chat import CHAT
from flake8_toolloop.transcripts.streams import exact
from flake8_toolloop.transcripts.streams.blocks import SIZE, pieces
from flake8_toolloop.transcripts.streams.verdict import ILLEGAL, Event, Message, StreamFault, is_index

FORMAT = "chat-sse"
CHOICES, UNIT = CHAT.unit[0], CHAT.unit[-1]
CALLS, REASON = CHAT.calls_field, "finish_reason"
OBJECT, CHUNK = "chat.completion", "chat.completion.chunk"
TEXTS = (CHAT.text_field, "refusal", "reasoning_content", "reasoning")
"""Fields of a message that come in pieces."""
ARGUMENTS = (("function", "arguments"), ("custom", "input"))
"""Those of a call."""
BLANK = ("id", "created", "model")
"""Those that all chunks have alike."""
LAST = ("usage",)
"""Fields of the completion that only the last chunk has."""


# Writing


def synthesise(completion: Message, *, size: int = SIZE) -> Iterator[Event]:
    """The chunks of a completion. Raises ValueError where it is none."""
    choices = completion.get(CHOICES)
    if not isinstance(choices, list) or not all(isinstance(c, dict) and isinstance(c.get(UNIT), dict) for c in choices):
        raise ValueError("not a completion: it needs `choices`, each with a message")
    head = {key: value for key, value in completion.items() if key not in (CHOICES, *LAST)}
    head["object"] = CHUNK

    def chunk(*choices: Event, **fields: Any) -> Event:
        return {**copy.deepcopy(head), CHOICES: list(choices), **fields}

    for number, choice in enumerate(choices):
        rest = {key: value for key, value in choice.items() if key not in (UNIT, REASON)}
        for delta in _deltas(choice[UNIT], size):
            yield chunk({"index": number, **copy.deepcopy(rest), "delta": delta, REASON: None})
            rest = {"index": rest["index"]} if "index" in rest else {}
        yield chunk({"index": number, **rest, "delta": {}, REASON: choice.get(REASON)})
    for key in LAST:
        if key in completion:
            yield chunk(**{key: copy.deepcopy(completion[key])})


def _deltas(message: Event, size: int) -> Iterator[Event]:
    """What a message comes in: first what has no pieces, with its texts empty, then the pieces of each."""
    calls = _calls(message) if all(isinstance(c, dict) for c in _calls(message)) else []
    texts = [key for key in message if key in TEXTS and isinstance(message[key], str)]
    first = {key: copy.deepcopy(value) for key, value in message.items() if not (key == CALLS and calls)}
    yield {**first, **dict.fromkeys(texts, "")}
    # Reasoning comes before what was reasoned about.
    for key in sorted(texts, key=lambda key: key in TEXTS[:2]):
        yield from ({key: piece} for piece in pieces(message[key], size))
    for number, call in enumerate(calls):
        opened, texts_of_call = {"index": number, **copy.deepcopy(call)}, []
        for holder, field in ARGUMENTS:
            if isinstance(call.get(holder), dict) and isinstance(call[holder].get(field), str):
                opened[holder][field] = ""
                texts_of_call.append((holder, field))
        yield {CALLS: [opened]}
        for holder, field in texts_of_call:
            for piece in pieces(call[holder][field], size):
                yield {CALLS: [{"index": number, holder: {field: piece}}]}


# Reading


class Reader:
    """Takes chunks one by one, keeps what they bring, and says what is wrong with them."""

    format = FORMAT

    def __init__(self) -> None:
        self.started = False
        self.ended = False
        self._head: Message = {}
        self._choices: dict[int, Event] = {}
        self._calls: dict[tuple[int, int], Event] = {}
        self._count = 0
        self._failed = False
        self._done = False
        self._unnamed = False
        self._said_again: set[int] = set()

    def message(self, *, strict: bool) -> Message:  # noqa: ARG002 - all readers add up alike
        """The completion so far."""
        if not self.started:
            return {}
        choices = [copy.deepcopy(self._choices[index]) for index in sorted(self._choices)]
        for choice in choices:
            for call in _calls(choice[UNIT]):
                if isinstance(call, dict):
                    call.pop("index", None)
        return {**copy.deepcopy(self._head), CHOICES: choices}

    def take(self, event: Any, name: str | None = None, *, named: bool = False) -> Iterator[StreamFault]:  # noqa: ARG002
        """One chunk, or the mark at the end."""
        at, self._count = self._count, self._count + 1
        if event == "[DONE]":
            self._done = self.ended = True
            return
        if self._done:
            yield self._fault("a chunk after [DONE]: nobody reads it", at, lossy=True)
            return
        if isinstance(event, dict) and event.get("error"):
            self._failed = True
            return
        if not isinstance(event, dict) or not isinstance(event.get(CHOICES), list):
            yield self._fault("its data is no JSON object with choices", at, fatal=True)
            return
        yield from self._heads(event, at)
        for choice in event[CHOICES]:
            if isinstance(choice, dict) and is_index(choice.get("index")) and isinstance(choice.get("delta", {}), dict):
                yield from self._choice(choice, at)
            else:
                yield self._fault("a choice is an object with an index and a delta", at, fatal=True)

    def finish(self) -> Iterator[StreamFault]:
        """What is missing at the end."""
        if not self.started:
            yield self._fault("there is no completion in it", self._count, fatal=True)
            return
        if self._failed:
            yield self._fault("it ends with an error", self._count, fatal=True)
            return
        for index, choice in sorted(self._choices.items()):
            if choice.get(REASON) is None:
                yield self._fault(f"choice {index} breaks off: no `{REASON}`", self._count, index, fatal=True)

    def _heads(self, event: Event, at: int) -> Iterator[StreamFault]:
        """What stands beside the choices. A chunk without choices may leave it blank (Azure sends one first)."""
        head = {key: copy.deepcopy(value) for key, value in event.items() if key not in (CHOICES, "obfuscation")}
        if not self.started:
            self.started = True
            self._head = {**head, "object": OBJECT}
        blank = not event[CHOICES]
        if head.get("object") != CHUNK and not (blank or self._unnamed):
            self._unnamed = True
            yield self._fault(f"its object is not `{CHUNK}`", at)
        if head.get("id") != self._head.get("id") and self._head.get("id") and not blank:
            yield self._fault("a chunk has another id than the first", at)
        for key, value in head.items():
            known = key in self._head and not (key in BLANK and not self._head[key])
            if key != "object" and (not known or (value is not None and key not in BLANK)):
                self._head[key] = value

    def _choice(self, choice: Event, at: int) -> Iterator[StreamFault]:
        index, delta = choice["index"], choice.get("delta") or {}
        held = self._choices.get(index)
        if held is None:
            held = self._choices[index] = {"index": index, UNIT: {}, REASON: None}
            if "role" not in delta:
                yield self._fault(f"choice {index} begins without a role", at, index)
        elif held[REASON] is not None and any(delta.values()):
            yield self._fault(f"choice {index} goes on after its `{REASON}`", at, index)
        elif delta.get("role") and index not in self._said_again:
            self._said_again.add(index)
            text = f"choice {index} gets its role once more: the SDK's stream helper makes one word of them"
            yield self._fault(text, at, index, lossy=True)
        for key, value in delta.items():
            if key == CALLS and isinstance(value, list):
                if not isinstance(held[UNIT].get(CALLS), list):
                    held[UNIT][CALLS] = []
                for call in value:
                    yield from self._call(held[UNIT], call, at, index)
            else:
                _add(held[UNIT], key, value)
        for key, value in choice.items():
            if key not in ("index", "delta", REASON, UNIT):  # some servers repeat the delta as a message
                _add(held, key, value)
        if choice.get(REASON) is not None:
            held[REASON] = choice[REASON]
            yield from self._parsed(held, at, index)

    def _call(self, message: Event, call: Any, at: int, choice: int) -> Iterator[StreamFault]:
        if not isinstance(call, dict) or not is_index(call.get("index")):
            yield self._fault("a piece of a call has no index: the SDK gives up", at, choice, fatal=True)
            return
        number = call["index"]
        held = self._calls.get((choice, number))
        if held is None:
            if number != len(message[CALLS]):
                yield self._fault(f"call {len(message[CALLS])} begins with the index {number}", at, choice, fatal=True)
            held = self._calls[choice, number] = {}
            message[CALLS].append(held)
            if not call.get("id"):
                yield self._fault(f"call {number} begins without an id", at, choice, lossy=True)
        elif call.get("id"):
            yield self._fault(
                f"call {number} gets its id once more: the SDK adds it to the first", at, choice, lossy=True
            )
            call = {key: value for key, value in call.items() if key not in ("id", "type")}
        for key, value in call.items():
            if isinstance(value, dict) and isinstance(held.get(key), dict):
                for inner, more in value.items():
                    _add(held[key], inner, more)
            else:
                _add(held, key, value)

    def _parsed(self, held: Event, at: int, index: int) -> Iterator[StreamFault]:
        if held[REASON] != CALLS:
            return
        for number, call in enumerate(_calls(held[UNIT])):
            function = call.get("function") if isinstance(call, dict) else None
            arguments = function.get("arguments") if isinstance(function, dict) else None
            try:
                exact.loads(arguments if isinstance(arguments, str) and arguments else "{}")
            except ValueError:
                yield self._fault(f"the arguments of call {number} are no JSON", at, index, lossy=True)

    def _fault(
        self, message: str, at: int, block: int | None = None, *, lossy: bool = False, fatal: bool = False
    ) -> StreamFault:
        return StreamFault(ILLEGAL, message, at, block, lossy or fatal, fatal)


def _calls(message: Event) -> list[Any]:
    calls = message.get(CALLS)
    return calls if isinstance(calls, list) else []


def _add(held: Event, key: str, value: Any) -> None:
    """One value to what came before of it: texts and lists grow, all else is the newest."""
    before = held.get(key)
    if isinstance(before, str) and isinstance(value, str) and key not in ("role", "type", "id", "name"):
        held[key] = before + value
    elif isinstance(before, list) and isinstance(value, list):
        held[key] = [*before, *copy.deepcopy(value)]
    elif isinstance(before, dict) and isinstance(value, dict):
        for inner, more in value.items():
            _add(before, inner, more)
    elif value is not None or key not in held:
        held[key] = copy.deepcopy(value)

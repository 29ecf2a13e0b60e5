"""The scan for clean recordings: what is not as it mostly is, is left to the judge.

False never means a fault. True means that the judge would find none.
Imported only where msgspec is there.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from dataclasses import replace
from functools import lru_cache
from typing import Any

import msgspec

from flake8_toolloop.dialects import anthropic_models as models
from flake8_toolloop.transcripts.claudecode import SYNTHETIC
from flake8_toolloop.transcripts.known import Beginning, Known
from flake8_toolloop.transcripts.shapes import (
    Body,
    Call,
    Document,
    Image,
    Line,
    Message,
    RawBody,
    Result,
    Text,
    Thinking,
)
from flake8_toolloop.transcripts.survey import BLANK, NOTHING, WRITTEN, Fact, slow_fact

CHUNK = 1 << 20
"""Bytes of lines that are decoded at one time."""
_BASE64 = re.compile(r"(?=[A-Za-z0-9+/]+={0,2}\Z)")
_MESSAGES = msgspec.json.Decoder(list[Message]).decode
_BODY = msgspec.json.Decoder(Body).decode
_LAST = msgspec.json.Decoder(RawBody).decode
_LINES = msgspec.json.Decoder(Line).decode_lines
_LINE = msgspec.json.Decoder(Line).decode
_ROLES = ("user", "assistant")
_plain = lru_cache(maxsize=256)(models.plain_name)


def skimmed(data: bytes, form: str | None) -> bool:
    """Whether a text that begins like JSON is a clean recording of this provider."""
    try:
        if data[:1] == b"[":
            return form != "claude-code" and _list(_MESSAGES(data), Turns("", {}), sure=False)
        if form == "claude-code" or _several(data):
            return session(_pieces(data))
        return _request(_BODY(data), form)
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        return False


def _several(data: bytes) -> bool:
    """Whether there are several lines with a document each."""
    end = data.find(b"\n")
    return 0 < end < len(data) - 2 and data[end + 1 : end + 2] == b"{"


def _request(body: Body, form: str | None) -> bool:
    if not (form == "anthropic" or _plain(body.model or "").startswith("claude")):
        return False
    thinking = body.thinking if isinstance(body.thinking, dict) else {}
    if thinking.get("type") in ("enabled", "disabled"):
        return False
    return _list(body.messages, _turns(body), sure=True)


def _turns(body: Body) -> Turns:
    thinking = body.thinking if isinstance(body.thinking, dict) else {}
    return Turns(body.model or "", thinking)


# Conversations that grow


def grown(data: bytes, form: str | None, known: Known) -> bool:
    """Whether a request is clean; where it goes on from a known one only what is new is read."""
    before = known.of(data, form)
    try:
        if before is not None:
            return _goes_on(data, form, before, known)
        if not skimmed(data, form):
            return False
        if data[:1] == b"{" and not _several(data):
            _remember(data, form, known)
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        return False
    return True


def _goes_on(data: bytes, form: str | None, before: Beginning, known: Known) -> bool:
    rest = data[len(before.text) :].lstrip()
    new = rest.startswith(b",")
    body = _BODY(b'{"messages":[' + (rest[1:] if new else rest))
    if (body.model, body.thinking) != before.tail:
        return skimmed(data, form)
    turns = before.turns.copy()
    role = _steps(body.messages, turns, before.role)
    if role is None or not turns.closed():
        return False
    if body.messages:
        last = bytes(_LAST(b'{"messages":[' + rest[1:]).messages[-1])
        end = data.rfind(last) + len(last)
        known.add(replace(before, text=data[:end], role=role, turns=turns), before)
    return True


def _remember(data: bytes, form: str | None, known: Known) -> None:
    """A request that is clean, as what others may begin with."""
    body, last = _BODY(data), bytes(_LAST(data).messages[-1])
    end = data.rfind(last) + len(last)
    tail = _BODY(b'{"messages":[' + data[end:].lstrip())
    turns = _turns(body)
    role = _steps(body.messages, turns, "")
    if role is not None and turns.closed() and not tail.messages:
        known.add(Beginning(data[:end], form, role, turns, (tail.model, tail.thinking)))


def _steps(messages: list[Message], turns: Turns, before: str | None) -> str | None:
    """The role of the last of some messages; None where one of them is not as it mostly is."""
    for message in messages:
        role = message.role
        if role == before or not turns.take(message, role, goes_on=False):
            return None
        before = role
    return before


def _list(messages: list[Message], turns: Turns, *, sure: bool) -> bool:
    """Whether a list of messages is that of this provider for certain, and clean."""
    return bool(_steps(messages, turns, "")) and turns.closed() and (sure or turns.known)


class Turns:
    """What has to be answered, and what must not come twice."""

    def __init__(self, model: str, thinking: dict[str, Any], *, lines: bool = False) -> None:
        self.model, self.omitted, self.lines = model, thinking.get("display") == "omitted", lines
        self.known = False
        """Something of this provider's own was seen."""
        self.ident: str | None = None
        """The id of the turn in hand."""
        self._called: set[str] = set()
        """The calls of the turn in hand."""
        self._waiting: set[str] = set()
        self._seen: set[int] = set()
        """Hashes of signatures: the same for two of them is looked at closely."""
        self._models: set[str] = {model} if model else set()
        self._makers: dict[str, set[bool]] = {}
        """By model: whether it has thought without text, with text."""
        self._said = False
        """The user has said something since the last turn."""

    def copy(self) -> Turns:
        """One that goes its own way from here."""
        other = copy(self)
        other._called, other._waiting = set(self._called), set(self._waiting)
        other._seen, other._models = set(self._seen), set(self._models)
        other._makers = {name: set(blank) for name, blank in self._makers.items()}
        return other

    def take(self, message: Message, role: str | None, *, goes_on: bool) -> bool:
        """One message; False where it is not as it mostly is."""
        content = message.content
        if not content:
            return False
        if role == "assistant":
            if self._said if goes_on else self._waiting:
                return False
            self._said = False
            if not goes_on:
                self._called.clear()
            if message.model is not None:
                self._models.add(message.model)
            return content.__class__ is str or self._turn(content, message.model or self.model)  # type: ignore[arg-type]
        if role != "user":
            return False
        if content.__class__ is str:
            self._said = True
            return self.lines or not self._waiting
        return self._answers(content)  # type: ignore[arg-type]

    def _turn(self, content: list[Any], model: str) -> bool:
        for block in content:
            kind = block.__class__
            if kind is Call:
                ident = block.id
                if ident in self._called:
                    return False
                self._called.add(ident)
                self._waiting.add(ident)
            elif kind is Thinking:
                known = hash(block.signature)
                if known in self._seen or len(block.signature) % 4 or not _BASE64.match(block.signature):
                    return False
                self._seen.add(known)
                self._makers.setdefault(model, set()).add(not block.thinking)
                self.known = True
            elif kind is not Text:
                return False
        return True

    def _answers(self, content: list[Any]) -> bool:
        for block in content:
            kind = block.__class__
            if kind is Result:
                if block.tool_use_id not in self._waiting or (self._said and not self.lines):
                    return False
                self._waiting.remove(block.tool_use_id)
                self.known = True
                continue
            if kind is not Text and kind is not Image and kind is not Document:
                return False
            if self._waiting and not self.lines:
                return False
            self._said = True
        return True

    def closed(self) -> bool:
        """Whether nothing waits, and no reasoning is out of place."""
        if self._waiting:
            return False
        names = self._models
        if any(models.compatible(name) for name in names):
            return False
        if len(names) > 1 and not all(_plain(name).startswith("claude") for name in names):
            return False
        for name, blank in self._makers.items():
            if True in blank and (False in blank or not (self.omitted or models.omits(name))):
                return False
        return True


# Sessions


def session(chunks: Iterable[bytes]) -> bool:
    """Whether a session of Claude Code, a record a line, is clean; the chunks end with a line."""
    chains: dict[str, tuple[str, Turns]] = {}
    names = array("q")
    for chunk in chunks:
        lines = _LINES(chunk)
        # The decoder takes what is written over several lines, and blank ones.
        if len(lines) != chunk.count(b"\n") + (not chunk.endswith(b"\n")):
            return False
        main = chains.get("")
        if main is not None and _straight(lines, main[0]):
            turns = main[1]
            if not all(_message(turns, line.message, line.type) for line in lines if line.message is not None):
                return False
            chains[""] = (lines[-1].uuid or "", turns)
            names.extend([hash(line.uuid) for line in lines])
            continue
        for line in lines:
            if line.uuid is None:
                if line.type is None:
                    return False
            elif _record(chains, line, line.uuid):
                names.append(hash(line.uuid))
            else:
                return False
    return bool(chains) and all(turns.closed() for _, turns in chains.values()) and distinct(names)


def _straight(lines: list[Line], before: str) -> bool:
    """Whether each of some records is of the main chain, and hangs on the one before it."""
    ties = [line.parentUuid for line in lines]
    names = [line.uuid for line in lines]
    if not lines or None in names or ties[0] != before or ties[1:] != names[:-1]:
        return False
    return not any(line.isSidechain or line.isApiErrorMessage or line.isVirtual for line in lines)


def _record(chains: dict[str, tuple[str, Turns]], line: Line, uuid: str) -> bool:
    chain = f"side {line.agentId or ''}" if line.isSidechain else ""
    before = chains.get(chain)
    if before is None or line.parentUuid is None:
        turns = Turns("", {}, lines=True)
    elif line.parentUuid != before[0]:
        return False
    else:
        turns = before[1]
    chains[chain] = (uuid, turns)
    message, role = line.message, line.type
    if message is None or role not in _ROLES:
        return True
    return not (line.isApiErrorMessage or line.isVirtual) and _message(turns, message, role)


def _message(turns: Turns, message: Message | None, role: str | None) -> bool:
    """The message of a record that is the program's own in no way."""
    if message is None or role not in _ROLES:
        return True
    if message.role != role:
        return False
    if role == "user":
        return turns.take(message, role, goes_on=False)
    if message.model is not None and not _claude(message.model):
        return False
    goes_on = message.id is not None and message.id == turns.ident
    turns.ident = message.id
    return turns.take(message, role, goes_on=goes_on)


@lru_cache(maxsize=256)
def _claude(name: str) -> bool:
    return _plain(name).startswith("claude")


def distinct(numbers: Sequence[int], at_once: int = 1 << 17) -> bool:
    """Whether no number comes twice. Of many no more than a part is held as objects."""
    parts = 1 + len(numbers) // at_once
    if parts == 1:
        return len(set(numbers)) == len(numbers)
    return all(
        len(part) == len(set(part))
        for rest in range(parts)
        for part in [[number for number in numbers if number % parts == rest]]
    )


def skimmed_session(chunks: Iterable[bytes]) -> bool:
    """The same, for a file that is read in pieces."""
    try:
        return session(chunks)
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        return False


def _pieces(data: bytes) -> Iterator[bytes]:
    at = 0
    while at < len(data):
        end = data.find(b"\n", at + CHUNK) + 1 or len(data)
        yield data[at:end]
        at = end


def fact_of(text: bytes) -> Fact:
    """What a line says, as `slow_fact` tells it."""
    try:
        line = _LINE(text)
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        return slow_fact(text)
    message = line.message
    model = "" if message is None else message.model or ""
    note = line.isApiErrorMessage or model == SYNTHETIC
    if line.uuid is None:
        return Fact(note=True) if note else NOTHING
    chain = f"side {line.agentId or ''}" if line.isSidechain else ""
    role = line.type
    if message is None or note or line.isVirtual or role not in ("user", "assistant"):
        return Fact(line.uuid, line.parentUuid, chain, note=note, model=model)
    content = message.content
    if content is None:
        return slow_fact(text)
    blocks: list[Any] = [] if content.__class__ is str else content  # type: ignore[assignment]
    if role == "user":
        answers = any(block.__class__ is Result for block in blocks)
        says = not blocks or any(block.__class__ is not Result for block in blocks)
        return Fact(line.uuid, line.parentUuid, chain, role, model, message.id or "", (), answers, says)
    thoughts = []
    for block in blocks:
        if block.__class__ is Thinking:
            thoughts.append((hash(block.signature), WRITTEN if block.thinking else BLANK))
    return Fact(line.uuid, line.parentUuid, chain, role, model, message.id or "", tuple(thoughts))

"""Claude Code sessions: one turn lies over several lines, and the lines hang together by their parents.

What is sent on resuming is one chain, from the last record back to the first; lines of one message id are one turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from flake8_toolloop.testing.fault import Fault
from flake8_toolloop.transcripts.recording import Conversation, Place, Source

SYNTHETIC = "<synthetic>"
"""The model of messages that the program itself has written: they are never sent."""


@dataclass(frozen=True)
class Record:
    """A line that takes part in a chain."""

    doc: int
    uuid: str
    parent: str | None
    chain: str
    """Which of the session's chains it belongs to: the main one, or one of its sidechains."""
    role: str
    """"" where it holds no message that is sent."""
    message: Any
    ident: str
    """The message's id."""


def conversations(source: Source, values: Sequence[Any]) -> list[Conversation]:
    """The conversation of each chain, the main one first."""
    records = [r for doc, value in enumerate(values) if (r := record(doc, value)) is not None]
    chains = dict.fromkeys(r.chain for r in records)
    found = [_conversation(source, [r for r in records if r.chain == chain]) for chain in chains]
    error = recorded_error(values)
    for one in found:
        one.recorded = (error,) if error else ()
    return found


def record(doc: int, value: Any) -> Record | None:
    """The record of a line; None where it is in no chain."""
    if not isinstance(value, dict) or not isinstance(value.get("uuid"), str):
        return None
    kind, message, parent = value.get("type"), value.get("message"), value.get("parentUuid")
    sent = kind in ("user", "assistant") and message is not None and not _own(value, message)
    ident = message.get("id") if isinstance(message, dict) else None
    return Record(
        doc,
        value["uuid"],
        parent if isinstance(parent, str) else None,
        f"side {value.get('agentId', '')}" if value.get("isSidechain") is True else "",
        str(kind) if sent else "",
        message,
        ident if isinstance(ident, str) else "",
    )


def _own(value: dict[str, Any], message: Any) -> bool:
    """Whether a record is a note of the program's own."""
    model = message.get("model") if isinstance(message, dict) else None
    return model == SYNTHETIC or value.get("isApiErrorMessage") is True or value.get("isVirtual") is True


def recorded_error(values: Sequence[Any]) -> str:
    """What the provider last answered to this session, as the program has noted it."""
    for value in reversed(values):
        if isinstance(value, dict) and (value.get("isApiErrorMessage") is True or _synthetic(value)):
            return str(value.get("message"))[:2000]
    return ""


def _synthetic(value: dict[str, Any]) -> bool:
    message = value.get("message")
    return isinstance(message, dict) and message.get("model") == SYNTHETIC


def chain_of(records: Sequence[Record]) -> tuple[list[Record], list[Record]]:
    """The records that are sent, in their order, and those of them whose parent is lost.

    The chain ends at the last record. Where a parent is lost, the record before it in the file stands for it: they were
    written in order.
    """
    by_uuid = {one.uuid: n for n, one in enumerate(records)}
    order: list[Record] = []
    lost: list[Record] = []
    seen: set[int] = set()
    at: int | None = len(records) - 1 if records else None
    while at is not None and at not in seen:
        seen.add(at)
        one = records[at]
        order.append(one)
        if one.parent is None:
            break
        found = by_uuid.get(one.parent)
        if found is None and at > 0:
            lost.append(one)
            found = at - 1
        at = found
    return order[::-1], lost[::-1]


def _conversation(source: Source, records: list[Record]) -> Conversation:
    order, lost = chain_of(records)
    one = Conversation("claude-code", source, {"messages": []}, [], records=tuple(records))
    for group in _grouped([r for r in order if r.role]):
        _add(one, group)
    one.found += [_lost(record) for record in lost]
    one.found += _off_chain(records, order)
    return one


def _grouped(order: Sequence[Record]) -> list[list[Record]]:
    """The records of each message: a turn's pieces belong together although results may stand between them."""
    groups: list[list[Record]] = []
    for one in order:
        if groups and one.role == "user" and groups[-1][0].role == "user":
            groups[-1].append(one)
        elif one.role == "assistant" and (turn := _open_turn(groups, one)) is not None:
            turn.append(one)
        else:
            groups.append([one])
    return groups


def _open_turn(groups: list[list[Record]], one: Record) -> list[Record] | None:
    """The turn that a piece goes on with: that of its message id, of this message or the one before the results."""
    if not one.ident:
        return None
    for group in groups[-2:]:
        if group[0].role == "assistant" and group[0].ident == one.ident:
            return group
    return None


def _add(conversation: Conversation, group: list[Record]) -> None:
    """A message of the body: its pieces' blocks in order, results before all else as the program sends them."""
    first = group[0]
    message = dict(first.message) if isinstance(first.message, dict) else {"content": first.message}
    number = len(conversation.units)
    if "role" not in message and first.role and not _shapeless(message):
        message["role"] = first.role
    pieces = [piece for r in group for piece in _pieces(r)]
    if len(group) > 1 and all(piece is not None for piece in pieces):
        whole = [piece for piece in pieces if piece is not None]
        if first.role == "user":
            whole.sort(key=lambda piece: not _is_result(piece[0]))
        message["content"] = [block for block, _ in whole]
        conversation.merged[number] = [place for _, place in whole]
    conversation.units.append(message)
    conversation.places.append(Place(first.doc, ("message",)))


def _shapeless(message: dict[str, Any]) -> bool:
    return any(key.isdigit() for key in message)


def _is_result(block: Any) -> bool:
    return isinstance(block, dict) and block.get("type") == "tool_result"


def _pieces(record: Record) -> Iterator[tuple[Any, Place] | None]:
    """The blocks of a record; None where its content is neither text nor a list."""
    content = record.message.get("content") if isinstance(record.message, dict) else record.message
    place = Place(record.doc, ("message", "content"))
    if isinstance(content, list):
        for index, block in enumerate(content):
            yield block, place.below(index)
    elif isinstance(content, str) and content:
        yield {"type": "text", "text": content}, place
    else:
        yield None


def _lost(record: Record) -> Fault:
    pointer = ("doc", record.doc, "parentUuid")
    what = f"its parent `{record.parent}` is not in the file: what stands before it is cut off on resuming"
    return Fault("lost-parent", pointer, what, ids=(record.uuid, str(record.parent)))


def _off_chain(records: list[Record], order: list[Record]) -> Iterator[Fault]:
    """Results of calls on the chain that lie on branches which are not sent."""
    on = {r.doc for r in order}
    answered = {ident for r in order for ident in result_ids(r)}
    calls = {ident: r for r in order for ident in call_ids(r)}
    for r in records:
        if r.doc in on:
            continue
        for ident in result_ids(r):
            if ident in calls and ident not in answered:
                answered.add(ident)
                what = f"the result of `{ident}` lies on a branch that is not sent on resuming"
                yield Fault("off-chain", ("doc", r.doc), what, ids=(ident, r.uuid))


def result_ids(record: Record) -> list[str]:
    """The calls that a record answers."""
    return [str(b.get("tool_use_id")) for b in blocks(record) if b.get("type") == "tool_result"]


def call_ids(record: Record) -> list[str]:
    """The calls that a record makes."""
    return [str(b.get("id")) for b in blocks(record) if b.get("type") == "tool_use" and record.role == "assistant"]


def blocks(record: Record) -> list[dict[str, Any]]:
    content = record.message.get("content") if isinstance(record.message, dict) else None
    return [b for b in content if isinstance(b, dict)] if isinstance(content, list) else []

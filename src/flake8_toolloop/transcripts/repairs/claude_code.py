"""Repairs of Claude Code sessions: lines taken out, put in, and tied to their parents again."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterable, Sequence
from typing import Any

from flake8_toolloop.dialects.anthropic import ANTHROPIC
from flake8_toolloop.testing.fault import Fault
from flake8_toolloop.testing.judge_anthropic import closed_before
from flake8_toolloop.testing.wire import deliberates
from flake8_toolloop.transcripts.changes import Change, Policy, Style, removed, replaced
from flake8_toolloop.transcripts.claudecode import Record, blocks, call_ids, chain_of, result_ids
from flake8_toolloop.transcripts.document import Edit
from flake8_toolloop.transcripts.recording import Conversation, Place
from flake8_toolloop.transcripts.repairs import Repairs
from flake8_toolloop.transcripts.repairs.anthropic import interrupted, not_recorded, server_side, taking_out, undecided
from flake8_toolloop.transcripts.units import new_line

COPIED = ("sessionId", "cwd", "version", "gitBranch", "userType", "isSidechain", "agentId", "slug", "timestamp")
"""What a new record has in common with the one before it."""


def _change(
    fault: Fault, message: str, edits: Sequence[Edit], lost: str = "", guard: Iterable[tuple[int, int]] = ()
) -> Change:
    return Change(fault.kind, message, tuple(edits), lost, tuple(guard), 0, fault.pointer)


# Records and their ties


def _record(conversation: Conversation, doc: int) -> Record | None:
    return next((r for r in conversation.records if r.doc == doc), None)


def line_span(conversation: Conversation, doc: int) -> tuple[int, int]:
    line = conversation.source.docs[doc]
    return line.start, line.stop


def children(conversation: Conversation, ident: str) -> list[int]:
    """The documents whose parent a record is: those of other chains too."""
    docs = conversation.source.docs
    needle = json.dumps(ident).encode()
    found = []
    for n, doc in enumerate(docs):
        if needle in doc.data[doc.start : doc.end]:
            parent = conversation.source.node(Place(n, ("parentUuid",)))
            if parent is not None and parent.raw == needle:
                found.append(n)
    return found


def tied(conversation: Conversation, doc: int, parent: str | None) -> list[Edit]:
    """A record's parent is another one."""
    node = conversation.source.node(Place(doc, ("parentUuid",)))
    text = json.dumps(parent).encode()
    return [replaced(node, text)] if node is not None and node.raw != text else []


def without_record(conversation: Conversation, doc: int) -> tuple[list[Edit], list[tuple[int, int]]]:
    """A line taken out, its children tied to its parent; with the bytes that this rests on."""
    start, stop = line_span(conversation, doc)
    edits, guard = [Edit(start, stop, b"")], []
    record = _record(conversation, doc)
    if record is not None:
        for child in children(conversation, record.uuid):
            edits += tied(conversation, child, record.parent)
            guard.append(line_span(conversation, child))
        if record.parent is not None:
            parent = next((r for r in conversation.records if r.uuid == record.parent), None)
            if parent is not None:
                guard.append(line_span(conversation, parent.doc))
    return edits, guard


def without_block(conversation: Conversation, fault: Fault, what: str, lost: str = "") -> Change | str:
    """A block taken out; its record goes where nothing is left of it."""
    spot = conversation.place(fault.pointer)
    content = conversation.source.node(Place(spot.doc, ("message", "content")))
    index = spot.pointer[2] if len(spot.pointer) > 2 else None
    if content is None or content.kind != "array" or len(content.items) < 2 or not isinstance(index, int):
        edits, guard = without_record(conversation, spot.doc)
        return _change(fault, what, edits, lost, guard)
    return _change(fault, what, removed(content, [index]), lost)


# Taking out


def duplicate_signed(conversation: Conversation, fault: Fault, _policy: Policy) -> Change | str:
    return without_block(conversation, fault, "took out a block that another turn has already")


def empty_text(conversation: Conversation, fault: Fault, _policy: Policy) -> Change | str:
    return without_block(conversation, fault, "took out an empty text")


def not_permitted(conversation: Conversation, fault: Fault, _policy: Policy) -> Change | str:
    return without_block(conversation, fault, "took out a block that a turn may not hold when it goes back")


def server_orphan(conversation: Conversation, fault: Fault, _policy: Policy) -> Change | str:
    return without_block(conversation, fault, "took out a result of the provider's own tool without its call")


def empty(conversation: Conversation, fault: Fault, _policy: Policy) -> Change | str:
    edits, guard = without_record(conversation, conversation.place(fault.pointer).doc)
    return _change(fault, "took out a record without content", edits, "", guard)


def malformed(conversation: Conversation, fault: Fault, policy: Policy) -> Change | str:
    number = fault.pointer[1] if len(fault.pointer) == 2 else None
    message = conversation.units[number] if isinstance(number, int) else None
    spread = isinstance(message, dict) and any(key.isdigit() for key in message) and not message.get("content")
    return empty(conversation, fault, policy) if spread else "what it was meant to be cannot be told"


def second_call(conversation: Conversation, fault: Fault, _policy: Policy) -> Change | str:
    """The second of two calls with one id in one turn, and the second result."""
    edits: list[Edit] = []
    guard: list[tuple[int, int]] = []
    for pointer in (fault.pointer, *fault.related[1:]):
        part = without_block(conversation, Fault("duplicate-call", pointer, ""), "")
        if isinstance(part, str):
            return part
        edits += part.edits
        guard += part.guard
    return _change(fault, "took out a second call with the same id, and its result", edits, "", guard)


def foreign(conversation: Conversation, fault: Fault, _policy: Policy) -> Change | str:
    number = fault.pointer[1]
    assert isinstance(number, int)
    if not closed_before(conversation.body, number, conversation.around):
        return "its cycle is open: start the other model at a new message of the user's"
    content = conversation.units[number].get("content")
    for index, block in enumerate(content if isinstance(content, list) else ()):
        if isinstance(block, dict) and deliberates(block):
            at = Fault(fault.kind, (*fault.pointer, "content", index), fault.message)
            return without_block(conversation, at, "took out reasoning of another model")
    return "it holds no reasoning"


# Putting in, and tying


def unanswered(conversation: Conversation, fault: Fault, _policy: Policy) -> Change | str:
    """A record with a result that says that the call was interrupted, behind the turn and its other results."""
    order, _ = chain_of(conversation.records)
    at = next((n for n, r in enumerate(order) if fault.ids[0] in call_ids(r)), None)
    if at is None:
        return "its call is not on the chain"
    while at + 1 < len(order) and _belongs(order[at + 1], order[at]):
        at += 1
    parent = order[at]
    record = _new_record(conversation, parent, fault.ids[0])
    line = conversation.source.docs[parent.doc]
    edits = [new_line(line, Style.of(line.node).written(record))]
    guard = [line_span(conversation, parent.doc)]
    if at + 1 < len(order):
        edits += tied(conversation, order[at + 1].doc, record["uuid"])
        guard.append(line_span(conversation, order[at + 1].doc))
    lost = "what the tool answered is not in the file: the result says that the call was interrupted"
    what = f"put in a result for `{fault.ids[0]}` that says it was interrupted"
    return _change(fault, what, edits, lost, guard)


def _belongs(following: Record, before: Record) -> bool:
    """Whether a record goes on with a turn or its results."""
    if not following.role:
        return True
    same_turn = following.role == "assistant" and bool(following.ident) and following.ident == before.ident
    return same_turn or bool(
        result_ids(following) and all(b.get("type") == ANTHROPIC.result for b in blocks(following))
    )


def _new_record(conversation: Conversation, parent: Record, ident: str) -> dict[str, Any]:
    """Its id follows from the session and the call: repairing again would make the same one."""
    value = conversation.source.docs[parent.doc].node.value
    name = f"{value.get('sessionId', '')}/{parent.uuid}/{ident}".encode("ascii", "backslashreplace").decode("ascii")
    record: dict[str, Any] = {
        "type": "user",
        "uuid": str(uuid.uuid5(uuid.NAMESPACE_OID, name)),
        "parentUuid": parent.uuid,
    }
    record |= {key: value[key] for key in COPIED if key in value}
    record["message"] = {"role": "user", "content": [interrupted(ident)]}
    return record


def lost_parent(conversation: Conversation, fault: Fault, _policy: Policy) -> Change | str:
    """The record before it in the file is its parent: they were written in order."""
    at = next((n for n, r in enumerate(conversation.records) if r.uuid == fault.ids[0]), 0)
    if at == 0:
        return "no record stands before it"
    record, parent = conversation.records[at], conversation.records[at - 1]
    edits = tied(conversation, record.doc, parent.uuid)
    guard = [line_span(conversation, parent.doc), line_span(conversation, record.doc)]
    lost = f"the record `{fault.ids[1]}` is not in the file"
    return _change(fault, "tied a record to the one before it, for its parent is lost", edits, lost, guard)


def off_chain(conversation: Conversation, fault: Fault, _policy: Policy) -> Change | str:
    """All results of a turn on the chain, in the order of its calls: their lines follow the turn's last one."""
    order, _ = chain_of(conversation.records)
    owner = next((n for n, r in enumerate(order) if fault.ids[0] in call_ids(r)), None)
    if owner is None:
        return "its call is not on the chain"
    last = owner
    while last + 1 < len(order) and order[last + 1].role == "assistant" and _same(order[last + 1], order[owner]):
        last += 1
    end = last
    while end + 1 < len(order) and result_ids(order[end + 1]):
        end += 1
    on = order[last + 1 : end + 1]
    calls = [ident for r in order[: last + 1] if _same(r, order[owner]) for ident in call_ids(r)]
    stray = next((r for r in conversation.records if r.uuid == fault.ids[1]), None)
    if stray is None:
        return "the result is not where it was"
    results = sorted([*on, stray], key=lambda r: min((calls.index(i) for i in result_ids(r) if i in calls), default=99))
    return _change(fault, *_chained(conversation, order, last, end, results))


def _same(one: Record, other: Record) -> bool:
    return one is other or (bool(one.ident) and one.ident == other.ident)


def _chained(
    conversation: Conversation, order: Sequence[Record], last: int, end: int, results: Sequence[Record]
) -> tuple[str, list[Edit], str, list[tuple[int, int]]]:
    """The lines of results moved behind the turn and tied to each other, and what follows tied to the last of them."""
    docs, edits, text = conversation.source.docs, [], b""
    before = order[last].uuid
    for r in results:
        doc = docs[r.doc]
        node = conversation.source.node(Place(r.doc, ("parentUuid",)))
        line = doc.data[doc.start : doc.end]
        if node is not None:
            line = doc.data[doc.start : node.start] + json.dumps(before).encode() + doc.data[node.end : doc.end]
        text += line + (doc.data[doc.end : doc.stop] or b"\n")
        edits.append(Edit(doc.start, doc.stop, b""))
        before = r.uuid
    anchor = docs[order[last].doc]
    edits.append(Edit(anchor.stop, anchor.stop, text))
    if end + 1 < len(order):
        edits += tied(conversation, order[end + 1].doc, before)
    guard = [line_span(conversation, r.doc) for r in (*results, order[last], *order[end + 1 : end + 2])]
    return "put all results of a turn on the chain that is sent", _merged(edits), "", guard


def _merged(edits: list[Edit]) -> list[Edit]:
    """Text that is put in where the next bytes are taken out is one edit."""
    texts = {e.start: e for e in edits if e.start == e.end}
    found = []
    for edit in edits:
        if edit.start == edit.end:
            continue
        put = texts.pop(edit.start, None) if not edit.text else None
        found.append(Edit(edit.start, edit.end, put.text) if put is not None else edit)
    return [*found, *texts.values()]


REPAIRS: Repairs = {
    **taking_out(without_block),
    "duplicate-call": second_call,
    "unanswered-call": unanswered,
    "open-at-tail": unanswered,
    "empty-content": empty,
    "empty-text": empty_text,
    "empty-thinking": undecided,
    "duplicate-signed": duplicate_signed,
    "foreign-reasoning": foreign,
    "malformed-message": malformed,
    "not-permitted": not_permitted,
    "server-unexpected": server_orphan,
    "server-unresolved": server_side,
    "lost-reasoning": not_recorded,
    "lost-parent": lost_parent,
    "off-chain": off_chain,
}

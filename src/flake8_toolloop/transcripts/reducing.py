"""Takes out the deliberation of closed cycles, where the dialect and the model say that it has no further job.

Where it still has one, or where nothing says, nothing is taken out and the reason is told.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from flake8_toolloop.dialects import anthropic_models as models
from flake8_toolloop.dialects.anthropic import ANTHROPIC
from flake8_toolloop.dialects.chat import CHAT
from flake8_toolloop.testing.fault import Fault
from flake8_toolloop.testing.judge_anthropic import model_of
from flake8_toolloop.testing.wire import blocks, deliberates, joined, real_user
from flake8_toolloop.transcripts.changes import Change
from flake8_toolloop.transcripts.document import apply
from flake8_toolloop.transcripts.reading import UnreadableError, read
from flake8_toolloop.transcripts.recording import Conversation
from flake8_toolloop.transcripts.repairing import GZIP, Accepted, Repair, through_gzip
from flake8_toolloop.transcripts.repairs import anthropic, claude_code

OF_ANTHROPIC = ("anthropic", "claude-code")
NO_JOB = "took out reasoning of a closed cycle: the provider drops it itself"


def reduce(data: bytes, *, format: str | None = None) -> Repair:  # noqa: A002
    """Take out what has no further job. ``format`` is the recording's where it is known. Never raises."""
    if data.startswith(GZIP):
        return through_gzip(data, lambda inner: reduce(inner, format=format))
    before, changes, why = data, [], ""
    while True:
        try:
            reading = read(data, format)
        except UnreadableError as error:
            return Repair(before, unreadable=str(error))
        accepted = Accepted()
        for conversation in reading.conversations:
            why = why or refusal(conversation)
            for change in _changes(conversation) if not refusal(conversation) else ():
                accepted.offer(change)
        if not accepted.changes:
            break
        data = apply(data, [edit for change in accepted.changes for edit in change.edits])
        changes += accepted.changes
    return Repair(data if changes else before, tuple(changes), note=_note(before, data, changes, why))


def _note(before: bytes, after: bytes, changes: list[Change], why: str) -> str:
    if changes:
        saved = len(before) - len(after)
        share = round(100 * saved / len(before))
        return f"saved {saved} of {len(before)} bytes ({share} %)" + (f"; elsewhere: {why}" if why else "")
    return f"nothing was taken out: {why}" if why else "there is nothing to take out"


def refusal(conversation: Conversation) -> str:
    """Why nothing may be taken out of a conversation, "" where it may."""
    if conversation.format in OF_ANTHROPIC:
        return _refused_by_claude(conversation)
    if conversation.format == "chat":
        return _refused_by_chat(conversation)
    return f"nothing is known that says when {conversation.format} has no further use for it"


def _refused_by_claude(conversation: Conversation) -> str:
    names = {model_of(conversation.body, n) for n in _assistants(conversation)}
    names = {name for name in names if name} or {str(conversation.body.get("model") or "")}
    for name in sorted(names):
        plain = models.plain_name(name)
        if not name:
            return "the recording names no model"
        if models.compatible(name):
            return f"{name} is another maker's: it may need all of its reasoning"
        if plain.startswith(ANTHROPIC.prefix_checked):
            return f"{name} checks what stands before its thinking"
        if plain.startswith(models.KEEPS):
            return f"{name} goes on reading the thinking of closed cycles"
        if not plain.startswith(ANTHROPIC.forgetful):
            return f"nothing is known of {name}"
    return ""


def _refused_by_chat(conversation: Conversation) -> str:
    model = str(conversation.body.get("model") or "")
    for endpoint in CHAT.endpoints:
        if model and model.lower().startswith(tuple(m.lower() for m in endpoint.models)):
            return f"{endpoint.name} wants the reasoning of earlier turns back"
    return "nothing says which endpoint it is, and some want all reasoning back"


def _assistants(conversation: Conversation) -> list[int]:
    found = (n for n, unit in enumerate(conversation.units) if isinstance(unit, dict))
    return [n for n in found if conversation.units[n].get("role") == ANTHROPIC.assistant]


def _changes(conversation: Conversation) -> Iterator[Change]:
    """The blocks of closed cycles, one change each; those of one message come together where they can."""
    last = max((m.first for m in joined(conversation.body) if real_user(m)), default=-1)
    for number in _assistants(conversation):
        if number >= last:
            break
        for index, block in enumerate(blocks(conversation.units[number].get("content"))):
            if not deliberates(block):
                continue
            fault = Fault("empty-thinking", (conversation.key, number, "content", index), "")
            change = _taken(conversation, fault)
            if isinstance(change, Change):
                place = conversation.place(fault.pointer)
                line = conversation.source.docs[place.doc].line
                yield replace(change, kind="closed", line=line, pointer=place.pointer)


def _taken(conversation: Conversation, fault: Fault) -> Change | str:
    take = claude_code.without_block if conversation.format == "claude-code" else anthropic.take_out
    return take(conversation, fault, NO_JOB)

"""Two recordings side by side: what was received, and what the next request made of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from flake8_toolloop.failures import unreadable
from flake8_toolloop.findings import Confidence, Finding, Severity
from flake8_toolloop.testing.align import Alignment, Received, align
from flake8_toolloop.testing.fault import Pointer
from flake8_toolloop.testing.judge import judge
from flake8_toolloop.testing.structure import pointer
from flake8_toolloop.testing.verdict import Damage, Verdict
from flake8_toolloop.testing.wire import blocks, calls, kind
from flake8_toolloop.transcripts.changes import Policy
from flake8_toolloop.transcripts.checking import Places, finding, names, unpacked
from flake8_toolloop.transcripts.document import written
from flake8_toolloop.transcripts.faults import OF_ANTHROPIC, judged
from flake8_toolloop.transcripts.reading import Reading, UnreadableError, read
from flake8_toolloop.transcripts.recording import Conversation

CODES = {
    "lost": "TLP101",
    "changed": "TLP102",
    "added": "TLP102",
    "missing": "TLP105",
    "moved": "TLP106",
    "padded": "TLP109",
    "split": "TLP202",
    "executed": "TLP208",
    "prefix": "TLP406",
    "dropped": "TLP406",
    "toggled": "TLP407",
}
"""By the kind of the damage."""
EDITED = "TLP302"
"""Deliberation that came back changed."""
THOUGHTS = ("thinking", "redacted_thinking")
WARNINGS = ("split", "executed", "toggled")


def compare(received: bytes, sent: bytes, *, form: str | None = None) -> list[Finding]:
    """What the last conversation of ``sent`` lost, changed or moved of what was received. Never raises."""
    try:
        before, after = read(unpacked(received), form), read(unpacked(sent), form)
    except (UnreadableError, ValueError) as error:
        return [unreadable(f"cannot be read as a recording: {error}")]
    conversation = after.conversations[-1] if after.conversations else None
    if conversation is None or conversation.format not in OF_ANTHROPIC:
        return [unreadable("two recordings are compared where they are Anthropic messages")]
    turns = [turn for one in before.conversations for turn in turns_of(one)]
    return sorted(_findings(turns, conversation, after), key=lambda f: (f.span, f.code))


def turns_of(conversation: Conversation) -> Iterator[Received]:
    """The turns of a recording: of an exchange its answer, of a conversation all that the model said."""
    units = conversation.units
    numbers = [n for n, unit in enumerate(units) if isinstance(unit, dict) and unit.get("role") == "assistant"]
    if conversation.answered and len(units) > 1:
        numbers = numbers[-1:]
    for number in numbers:
        content = tuple(blocks(units[number].get("content")))
        request = {**conversation.body, "messages": units[:number]}
        yield Received(request, content, _stop(units[number], content))


def _stop(message: Mapping[str, Any], content: Sequence[Mapping[str, Any]]) -> str:
    told = message.get("stop_reason")
    return told if isinstance(told, str) else ("tool_use" if calls(content) else "end_turn")


def _findings(turns: list[Received], conversation: Conversation, reading: Reading) -> Iterator[Finding]:
    places = Places(reading)
    for fault in judged(conversation, Policy()):
        yield finding(conversation, fault, places)
    turns = [turn for turn in turns if _before(turn, conversation)]
    if not turns:
        return
    verdict = judge(turns, conversation.body)
    found = align(turns, conversation.body)
    for damage in (*verdict.losses, *verdict.hints):
        yield _damage(damage, damage in verdict.hints, found, conversation, places, verdict)


def _before(turn: Received, conversation: Conversation) -> bool:
    """Whether a turn can be in a conversation: one that only repeats its request has none of its turns yet."""
    held = turn.request.get("messages")
    return not isinstance(held, list) or len(held) < len(conversation.units) or not held


def _damage(
    damage: Damage,
    hint: bool,
    found: Alignment,
    conversation: Conversation,
    places: Places,
    verdict: Verdict,
) -> Finding:
    edited = damage.kind == "changed" and damage.block in THOUGHTS
    code = EDITED if edited else CODES[damage.kind]
    place, node = conversation.nearest(_place(damage, found))
    worse = Severity.WARNING if damage.kind in WARNINGS else Severity.ERROR
    return Finding(
        code=code,
        name=names()[code],
        message=f"turn {damage.turn}: {damage.what}",
        severity=Severity.NOTE if hint else worse,
        confidence=Confidence.CERTAIN,
        span=places.span(place.doc, node),
        dialect="anthropic",
        effect=next((str(error) for error in verdict.errors), None) if damage.block in THOUGHTS else None,
        pointer=written(place.pointer),
    )


def _place(damage: Damage, found: Alignment) -> Pointer:
    """Where a damage shows in the request: at the block, else at the message that the turn became."""
    for pair in found.pairs:
        if not any(sent.turn == damage.turn - 1 for sent in pair.sent) or pair.message is None:
            continue
        for index, item in pair.back.items():
            sent = pair.sent[index]
            if sent.turn == damage.turn - 1 and sent.position == damage.position:
                return pointer(item)
        extra = next((i for i in pair.extra if damage.kind == "added" and kind(i.block) == damage.block), None)
        return pointer(extra) if extra is not None else ("messages", pair.message.first)
    return ("messages",)

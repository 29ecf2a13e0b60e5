"""Draft: how the fates of a replay become one finding."""
from __future__ import annotations
from collections.abc import Iterator
from flake8_toolloop.findings import Confidence, Finding, Severity
from flake8_toolloop.flow.conditions import EMPTY, OTHER
from flake8_toolloop.flow.fates import Fate, Fates
from flake8_toolloop.flow.story import Replayed, Story
from flake8_toolloop.flow.values import Record, options
from flake8_toolloop.rules.base import Rule


def judge(replay: Replayed) -> tuple[str, str, Fates] | None:
    if replay.constant or replay.only_shown or replay.raw_alternative:
        return None
    verdicts = [(v, f) for f in replay.alternatives if (v := judge_one(replay, f)) is not None]
    if not verdicts:
        return None
    order = ["TLP303", "TLP103", "TLP108", "TLP104", "TLP101", "TLP102"]
    (code, text), fates = min(verdicts, key=lambda v: order.index(v[0][0]))
    return code, text, fates


def judge_one(replay: Replayed, fates: Fates) -> tuple[str, str] | None:
    d = replay.dialect
    call = d.call
    thinking, redacted = "thinking", "redacted_thinking"
    for turn in fates.turns:
        if fates.fate(thinking, turn) >= Fate.INCOMPLETE and fates.fate(redacted, turn) <= Fate.INCOMPLETE and fates.fate(redacted, turn) != Fate.UNKNOWN:
            return "TLP103", "partial (turn)"
    made_call = bool(fates.values(call, Fate.MADE))
    if fates.fate(thinking) in (Fate.MADE, Fate.INCOMPLETE) and (fates.lost(redacted) or fates.fate(redacted) is Fate.INCOMPLETE):
        return "TLP103", "partial"
    if fates.fate(call) in (Fate.DROPPED, Fate.UNKNOWN):
        return None
    if not fates.turns and not made_call:
        return None
    if not replay.assistant and not made_call and not any(t.certain for t in fates.turns):
        return None
    lost_t, lost_r = fates.lost(thinking), fates.lost(redacted)
    if lost_t and lost_r:
        if not made_call:
            return "TLP101", "filtered"
        return "TLP102", "rebuilt"
    if lost_r or fates.fate(redacted) is Fate.INCOMPLETE:
        return "TLP103", "partial"
    if lost_t:
        return ("TLP102", "rebuilt") if made_call else ("TLP101", "filtered")
    if fates.lost(thinking + EMPTY) and fates.fate(thinking) is not Fate.UNKNOWN:
        return "TLP108", "falsy"
    if not made_call and fates.turns and fates.lost("server_tool_use"):
        return "TLP101", "closed"
    return None


def check(story: Story) -> Iterator[Finding]:
    for r in story.replays:
        v = judge(r)
        if v:
            yield Finding(v[0], "x", v[1], Severity.ERROR, r.evidence.confidence, r.span, r.dialect.name, r.evidence.related)
    for a in story.answers:
        if a.picked and not a.single_guarded and not a.others_answered:
            yield Finding("TLP201", "x", "first call only", Severity.ERROR, a.evidence.confidence, a.picked, a.dialect.name)
        if a.split and not a.merged:
            yield Finding("TLP202", "x", "split", Severity.WARNING, a.evidence.confidence, a.split, a.dialect.name)
    for d in story.deliberations:
        if d.sent:
            if d.forged:
                yield Finding("TLP301", "x", d.forged, Severity.ERROR, d.evidence.confidence, d.span, d.dialect.name)
            elif d.edited:
                yield Finding("TLP302", "x", d.edited_text, Severity.ERROR, d.evidence.confidence, d.edited, d.dialect.name)
            elif d.unsigned:
                yield Finding("TLP303", "x", "unsigned", Severity.ERROR, d.evidence.confidence, d.span, d.dialect.name)


DRAFT = (Rule("TLP101", "draft", "", Severity.ERROR, "", check),)
__all__ = ["Confidence", "OTHER", "Record", "options"]


def _open(story: Story) -> Iterator[Finding]:
    for o in story.open_calls:
        yield Finding("TLP203", "x", o.why, Severity.ERROR, o.evidence.confidence, o.span, o.dialect.name)


DRAFT = (*DRAFT, Rule("TLP203", "draft", "", Severity.ERROR, "", _open))

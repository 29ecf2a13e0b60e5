"""One fault, one finding: which rule speaks for a replay, the most specific first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from flake8_toolloop.findings import Confidence, Finding, Severity, Span
from flake8_toolloop.flow.conditions import EMPTY, OTHER
from flake8_toolloop.flow.fates import Fate, Fates
from flake8_toolloop.flow.story import Replayed, Story
from flake8_toolloop.flow.values import Atom, Record, Value

PRECEDENCE = ("TLP103", "TLP108", "TLP106", "TLP104", "TLP101", "TLP102")


@dataclass(frozen=True, eq=False)
class Loss:
    """What one alternative of a replay loses, and by which rule."""

    code: str
    fates: Fates
    lost: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    incomplete: bool = False


def losses(story: Story, code: str) -> Iterator[tuple[Replayed, Loss]]:
    """The replays for which the rule of this code speaks."""
    made = {id(d.replay) for d in story.deliberations if d.evidence.confidence is not Confidence.POSSIBLE}
    for replay in story.replays:
        if id(replay) in made:
            continue
        loss = loss_of(replay)
        if loss is not None and loss.code == code:
            yield replay, loss


def loss_of(replay: Replayed) -> Loss | None:
    """The most specific loss of a replay; None where it is whole, silent, or nothing is proved."""
    if replay.constant or replay.only_shown or replay.raw_alternative or replay.streamed:
        return None
    if replay.raises:  # what is lost is refused; signed blocks with empty text may still be lost
        gated = (falsy(replay, fates) for fates in replay.alternatives if not replay.raises_empty)
        return next((loss for loss in gated if loss is not None), None)
    found = [loss for fates in replay.alternatives if (loss := judged(replay, fates)) is not None]
    if replay.reordered is not None:
        found.append(Loss("TLP106", replay.alternatives[0]))
    return min(found, key=lambda loss: PRECEDENCE.index(loss.code)) if found else None


def judged(replay: Replayed, fates: Fates) -> Loss | None:
    dialect = replay.dialect
    signed = [k.name for k in dialect.kinds if k.deliberation and k.name in k.fields]
    sealed = [k.name for k in dialect.kinds if k.deliberation and k.name not in k.fields]
    last = [
        k for k in signed if fates.fate(k) is Fate.INCOMPLETE and any(last_of_kind(c.value) for c in fates.by_kind[k])
    ]
    if last and not any(fates.values(k, Fate.SAME) for k in signed):
        return Loss("TLP103", fates, tuple(last), tuple(last))
    text_only = fates.lost(dialect.call) and not fates.lost(dialect.text)
    if text_only and not replay.cycle_open and not replay.leftover and any(t.certain for t in fates.turns):
        return None  # a final answer: nothing of the cycle is sent after it
    partial = partial_loss(fates, signed, sealed)
    if partial is not None:
        return partial
    if replay.flattened:
        return Loss("TLP104", fates)
    if fates.fate(dialect.call) in (Fate.DROPPED, Fate.UNKNOWN):
        return None
    by_hand = bool(fates.values(dialect.call, Fate.MADE))
    if not fates.turns and not by_hand:
        return None
    if not replay.assistant and not by_hand and not any(t.certain for t in fates.turns):
        return None
    lost = tuple(k for k in dialect.deliberation if fates.lost(k))
    if any(k in lost for k in signed):
        return Loss("TLP102" if by_hand else "TLP101", fates, lost)
    if fates.lost(dialect.text) and any(t.certain for t in fates.turns):
        return Loss("TLP102" if by_hand else "TLP101", fates, (dialect.text,))
    if lost or any(fates.fate(k) is Fate.INCOMPLETE for k in sealed):
        return Loss("TLP103", fates, lost or tuple(sealed), tuple(signed), not lost)
    gated = falsy(replay, fates)
    if gated is not None:
        return gated
    served = tuple(
        k.name for k in dialect.kinds if k.server and not k.refused and not k.boundary and fates.lost(k.name)
    )
    if served and not by_hand and fates.turns:
        return Loss("TLP101", fates, served)
    if by_hand and fates.turns and fates.lost(OTHER):
        return Loss("TLP102", fates, (OTHER,))  # nothing is lost today; three kinds a year are added
    return None


def falsy(replay: Replayed, fates: Fates) -> Loss | None:
    """Signed deliberation is lost only where its text is empty."""
    signed = tuple(k.name for k in replay.dialect.kinds if k.deliberation and k.name in k.fields)
    sealed = [k.name for k in replay.dialect.kinds if k.deliberation and k.name not in k.fields]
    converted = not fates.turns and any(not fates.lost(k) for k in sealed)
    if replay.gate is None or converted or any(fates.lost(k) for k in signed):
        return None
    return Loss("TLP108", fates, signed) if any(fates.lost(k + EMPTY) for k in signed) else None


def last_of_kind(value: Value) -> bool:
    """A block made from variables of several, or taken out of a dict in which each kind has one place."""
    if isinstance(value, Record):
        return not value.spreads
    return isinstance(value, Atom) and value.last_of_its_key


def partial_loss(fates: Fates, signed: list[str], sealed: list[str]) -> Loss | None:
    """Signed deliberation is carried, sealed is not: from one source, or in the whole content."""
    for turn in (*fates.turns, None):
        carried = [k for k in signed if fates.fate(k, turn) >= Fate.INCOMPLETE]
        if turn is None:
            carried = [k for k in carried if fates.fate(k) <= Fate.MADE]
        gone = [k for k in sealed if fates.fate(k, turn) in (Fate.DROPPED, Fate.INCOMPLETE)]
        if carried and gone:
            return Loss("TLP103", fates, tuple(gone), tuple(carried), all(not fates.lost(k, turn) for k in gone))
    return None


def found(
    replay: Replayed, loss: Loss, name: str, message: str, severity: Severity = Severity.ERROR, span: Span | None = None
) -> Finding:
    """A finding at the replay, with the way of the turn and what the provider does about it."""
    if replay.asleep is not None:
        severity, message = Severity.WARNING, f"{message} (asleep: {replay.asleep})"
    return Finding(
        code=loss.code,
        name=name,
        message=message,
        severity=severity,
        confidence=replay.evidence.confidence,
        span=span or replay.span,
        dialect=replay.dialect.name,
        related=replay.evidence.related,
        effect=replay.dialect.losses["lost"].text,
        origin=replay,
    )


def names(kinds: tuple[str, ...]) -> str:
    """Kinds as one would say them: ``a`` and ``b``."""
    quoted = [f"`{k}`" for k in kinds]
    if len(quoted) > 3:
        quoted = [*quoted[:2], f"{len(quoted) - 2} other"]
    return " and ".join([", ".join(quoted[:-1]), quoted[-1]] if len(quoted) > 1 else quoted)

"""The judge of what the Messages API makes of a request: from received turns and the next request to a verdict.

Pure, and without a network: a provider that is played and a conversation that was recorded are judged alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from flake8_toolloop.dialects import anthropic_errors as errors
from flake8_toolloop.dialects.anthropic import ANTHROPIC
from flake8_toolloop.testing.align import Alignment, Received, align
from flake8_toolloop.testing.losses import Losses
from flake8_toolloop.testing.prefix import Weight, mismatches
from flake8_toolloop.testing.refusals import Check, refusals
from flake8_toolloop.testing.seal import Origin
from flake8_toolloop.testing.verdict import Damage, Mode, Refusal, Verdict
from flake8_toolloop.testing.wire import Block, Body, deliberates, identity, joined, kind, same, thinking_type

__all__ = ["Received", "Verdict", "continues", "judge", "resolve"]


def judge(
    received: Sequence[Received],
    request: Body,
    mode: Mode = Mode.AUTO,
    *,
    check: Check | None = None,
    betas: Sequence[str] = (),
) -> Verdict:
    """Judge a request that follows the turns of one conversation.

    ``check`` tells the provider's own deliberation from any other; without it only what was received is known, and
    what was not is taken for genuine. ``betas`` are the request's beta headers.
    """
    mode = resolve(mode, request)
    found = align(received, request)
    refused = refusals(request, found, mode, check or _Seen(received))
    behaviour = _behaviour(request)
    if not refused and behaviour is not None and errors.BINDING_BETA not in betas:
        refused = (Refusal(errors.EXTRA_FIELD, errors.EXTRA_FIELD.text(field="block_binding")),)
    told = Losses(received, request, found, mode)
    if not refused and received and mode is not Mode.MANUAL:
        enforced = mode is Mode.PREFIX or behaviour is not None
        if enforced and behaviour != "drop_block":
            refused = tuple(_bound_elsewhere(received, request, found))
        else:
            losses, hints = _prefix_losses(received, request, found, dropped=enforced)
            told.losses += losses
            told.hints += hints
    return Verdict(refused, tuple(told.losses), tuple(told.hints))


def resolve(mode: Mode, request: Body) -> Mode:
    """The mode that holds for a request."""
    if mode is not Mode.AUTO:
        return mode
    return Mode.MANUAL if thinking_type(request) == "enabled" else Mode.ADAPTIVE


def continues(received: Sequence[Received], request: Body) -> bool:
    """Whether a request belongs to the conversation of these turns: a call, a signature or the beginning is the same.

    A conversation that is closed and asked for once more from its beginning is a new one.
    """
    messages = joined(request)
    here = {identity(block) for message in messages for block in message.blocks} - {None}
    answered = {b.get(ANTHROPIC.result_id) for m in messages for b in m.blocks if kind(b) == ANTHROPIC.result}
    for one in received:
        if here & {identity(block) for block in one.content} or answered & {b.get("id") for b in one.content} - {None}:
            return True
    first = joined(received[0].request)
    if not first or not messages or not _begins_alike(first[0].blocks, messages[0].blocks):
        return False
    repeats = len(messages) <= len(first) and received[-1].stop_reason in errors.CLOSING_STOPS
    return not repeats


def _begins_alike(first: Sequence[Block], now: Sequence[Block]) -> bool:
    return bool(first) and len(now) >= len(first) and all(same(a, b) for a, b in zip(first, now, strict=False))


class _Seen:
    """Tells deliberation by what was received: the same, or altered under the same signature; all else is trusted."""

    def __init__(self, received: Sequence[Received]) -> None:
        content = [block for one in received for block in one.content if deliberates(block)]
        self._known = {identity(block): block for block in content}

    def __call__(self, block: Block) -> Origin:
        original = self._known.get(identity(block))
        return Origin.GENUINE if original is None or same(original, block) else Origin.ALTERED


def _behaviour(request: Body) -> str | None:
    """What the request wants done about thinking whose prefix changed; None where it does not say."""
    thinking = request.get(ANTHROPIC.switch)
    binding = thinking.get("block_binding") if isinstance(thinking, dict) else None
    return str(binding.get("prefix_mismatch_behavior") or "error") if isinstance(binding, dict) else None


def _bound_elsewhere(received: Sequence[Received], request: Body, found: Alignment) -> Iterator[Refusal]:
    for mismatch in mismatches(received, request, found):
        text = errors.BOUND_ELSEWHERE.text(place=mismatch.item.place)
        yield Refusal(errors.BOUND_ELSEWHERE, text)


def _prefix_losses(
    received: Sequence[Received], request: Body, found: Alignment, *, dropped: bool
) -> tuple[list[Damage], list[Damage]]:
    """Losses and hints where the check does not refuse: one a turn for a changed prefix, one for a dropped block."""
    losses: list[Damage] = []
    hints: dict[int, Damage] = {}
    changed: dict[int, Damage] = {}
    for mismatch in mismatches(received, request, found):
        turn, kind_of_block = mismatch.turn + 1, mismatch.item.type
        if dropped:
            what = f"{mismatch.item.place} was removed: {mismatch.what}"
            losses.append(Damage(turn, "dropped", kind_of_block, None, what))
        elif mismatch.weight is not Weight.TOLD:
            what = f"its thinking came back, but {mismatch.what}; newer accounts and models refuse that"
            where = hints if mismatch.weight is Weight.TRIMMED else changed
            where.setdefault(turn, Damage(turn, "prefix", kind_of_block, None, what))
    return [*losses, *changed.values()], list(hints.values())

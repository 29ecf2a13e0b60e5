"""What a request lost, changed or moved of the turns that it continues, where the API accepts that in silence."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence

from flake8_toolloop.dialects.anthropic import ANTHROPIC
from flake8_toolloop.dialects.anthropic_errors import CLOSING_STOPS, DISCARDED_STOPS
from flake8_toolloop.testing.align import Alignment, Pair, Received, Sent
from flake8_toolloop.testing.verdict import Damage, Mode
from flake8_toolloop.testing.wire import (
    Body,
    added_fields,
    calls,
    changed_fields,
    deliberates,
    kind,
    raw_messages,
    real_user,
    same,
    thinking_type,
)


class Losses:
    """Collects ``losses`` and ``hints`` of one request."""

    def __init__(self, received: Sequence[Received], request: Body, found: Alignment, mode: Mode) -> None:
        self.losses: list[Damage] = []
        self.hints: list[Damage] = []
        self._received, self._found, self._mode = received, found, mode
        self._compacted = _last_compaction(received)
        self._stray = [item for pair in found.pairs for item in pair.extra]
        self._stray += [item for message in found.own for item in message.items]
        for pair in found.pairs:
            self._pair(pair)
        self.losses += _split(received, request)
        self.losses += _executed(received, request)
        self.losses += _toggled(received, request)

    def _pair(self, pair: Pair) -> None:
        if pair.message is None:
            self._missing(pair)
            return
        for index, sent in enumerate(pair.sent):
            item = pair.back.get(index)
            if item is None:
                self._lost(pair, sent)
            elif not same(sent.block, item.block) and not self._cut_off(sent):
                fields = ", ".join(changed_fields(sent.block, item.block))
                self.losses.append(_damage(sent, "changed", f"came back with another {fields}"))
            elif padding := added_fields(sent.block, item.block):
                self.hints.append(
                    _damage(sent, "padded", f"came back with fields that were never sent: {', '.join(padding)}")
                )
        for index in _moved(pair):
            self.losses.append(_damage(pair.sent[index], "moved", "came back in another place"))
        turn = pair.sent[0].turn + 1 if pair.sent else 0
        for item in pair.extra:
            what = f"a {item.type} block that is none of the turn's stands at {item.place}"
            self.hints.append(Damage(turn, "added", item.type, None, what))

    def _missing(self, pair: Pair) -> None:
        """A whole turn is not there."""
        turns = dict.fromkeys(sent.turn for sent in pair.sent)
        if not turns or any(self._received[turn].stop_reason in DISCARDED_STOPS for turn in turns):
            return
        turn = next(iter(turns))
        if any(self._expendable(sent) for sent in pair.sent):
            return
        what = f"the whole turn of {len(pair.sent)} blocks was left out"
        earlier = any(other.message for other in self._found.pairs if other.sent and other.sent[0].turn < turn)
        closed = all(self._closed(turn, pair) for turn in turns)
        where = self.hints if closed and not earlier else self.losses
        where.append(Damage(turn + 1, "missing", "", None, what))

    def _lost(self, pair: Pair, sent: Sent) -> None:
        """One block is not there."""
        if self._expendable(sent) or self._cut_off(sent):
            return
        if any(same(sent.block, item.block) for item in self._stray):
            self.losses.append(_damage(sent, "moved", "came back in another message"))
            return
        damage = _damage(sent, "lost", "did not come back")
        if not (deliberates(sent.block) and self._closed(sent.turn, pair)):
            self.losses.append(damage)
        elif self._mode is not Mode.MANUAL:
            # Models that need manual mode drop the reasoning of closed cycles themselves.
            self.hints.append(damage)

    def _closed(self, turn: int, pair: Pair) -> bool:
        """Whether the cycle that a turn belongs to is over: by a final answer, or by a new message of the user's."""
        if any(one.stop_reason in CLOSING_STOPS for one in self._received[turn:]):
            return True
        messages = self._found.messages
        after = next((i for i, m in enumerate(messages) if m is pair.message), len(messages))
        return any(real_user(message) for message in messages[after:])

    def _expendable(self, sent: Sent) -> bool:
        """What may go: what the API does not take back, empty text, what stands before a boundary."""
        known = ANTHROPIC.kind(kind(sent.block))
        if (known and known.refused) or (kind(sent.block) == ANTHROPIC.text and not sent.block.get("text")):
            return True
        if (sent.turn, sent.position) < self._compacted:
            return True
        rest = self._received[sent.turn].content[sent.position + 1 :]
        goes = deliberates(sent.block) or kind(sent.block) == ANTHROPIC.call
        return goes and any(kind(block) == "fallback" for block in rest)

    def _cut_off(self, sent: Sent) -> bool:
        """Whether a block was cut off by the end of the response: it need not come back."""
        one = self._received[sent.turn]
        last = sent.position == len(one.content) - 1
        return last and one.stop_reason in DISCARDED_STOPS and kind(sent.block) == ANTHROPIC.call


def _last_compaction(received: Sequence[Received]) -> tuple[int, int]:
    """Turn and position of the last block that sums up what stands before it; before everything where there is none."""
    places = [
        (turn, position)
        for turn, one in enumerate(received)
        for position, block in enumerate(one.content)
        if kind(block) == "compaction"
    ]
    return max(places, default=(-1, -1))


def _damage(sent: Sent, kind_of_damage: str, what: str) -> Damage:
    words = f"block {sent.position} ({kind(sent.block)}) {what}"
    return Damage(sent.turn + 1, kind_of_damage, kind(sent.block), sent.position, words)  # type: ignore[arg-type]


def _moved(pair: Pair) -> list[int]:
    """The fewest blocks that had to move for the order to be what it is."""
    order = {id(item): number for number, item in enumerate(pair.message.items if pair.message else ())}
    came = [(index, order[id(pair.back[index])]) for index in sorted(pair.back)]
    ends: list[int] = []
    chains: list[list[int]] = []
    for index, number in came:
        at = bisect_left(ends, number)
        chain = [*(chains[at - 1] if at else []), index]
        ends[at : at + 1], chains[at : at + 1] = [number], [chain]
    kept = set(chains[-1]) if chains else set()
    return [index for index, _ in came if index not in kept]


def _results(request: Body) -> Iterator[tuple[int, str, bool]]:
    """Of each result in a request: its message's index, the call's id, whether it says that the call failed."""
    for number, _, content in raw_messages(request):
        for block in content:
            if kind(block) == ANTHROPIC.result:
                yield number, str(block.get(ANTHROPIC.result_id)), bool(block.get("is_error"))


def _split(received: Sequence[Received], request: Body) -> Iterator[Damage]:
    """Results of one turn in several messages."""
    where: dict[str, int] = {ident: number for number, ident, _ in _results(request)}
    for turn, one in enumerate(received):
        messages = {where[ident] for ident in calls(one.content) if ident in where}
        if len(messages) > 1:
            what = f"its results came in {len(messages)} messages; that teaches the model to stop calling in parallel"
            yield Damage(turn + 1, "split", ANTHROPIC.result, None, what)


def _executed(received: Sequence[Received], request: Body) -> Iterator[Damage]:
    """Results, not marked as errors, of a call that the end of the response cut off."""
    right = {ident for _, ident, failed in _results(request) if not failed}
    for turn, one in enumerate(received):
        last = one.content[-1] if one.content else {}
        if one.stop_reason in DISCARDED_STOPS and kind(last) == ANTHROPIC.call and last.get("id") in right:
            what = f"the call {last.get('id')} was run although {one.stop_reason} had cut it off"
            yield Damage(turn + 1, "executed", ANTHROPIC.call, len(one.content) - 1, what)


def _toggled(received: Sequence[Received], request: Body) -> Iterator[Damage]:
    """Another thinking mode before the cycle is closed: it switches thinking off for this request."""
    before, now = thinking_type(received[-1].request) if received else "", thinking_type(request)
    if received and received[-1].stop_reason in ("tool_use", "pause_turn") and before != now:
        what = f'`thinking.type` went from "{before}" to "{now}" inside the cycle; that switches thinking off'
        yield Damage(len(received), "toggled", "", None, what)

"""Conversations with Claude in any writing: clean ones come through as they are, damaged ones become legal."""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from flake8_toolloop.testing.align import align
from flake8_toolloop.testing.refusals import refusals
from flake8_toolloop.testing.seal import Origin
from flake8_toolloop.testing.verdict import Mode
from flake8_toolloop.transcripts import Known, repair
from flake8_toolloop.transcripts.checking import check
from flake8_toolloop.transcripts.reading import read
from flake8_toolloop.transcripts.scan import clean as scanned
from tests.transcripts import talks
from tests.transcripts.hostile import hostile

SHAPES = ("list", "body", "lines")
INTERRUPTED = "Tool call interrupted"
randoms = st.integers(0, 1 << 32).map(lambda seed: _Seeded(seed))  # noqa: PLW0108 - it is defined below
shapes = pytest.mark.parametrize("shape", SHAPES)


class _Seeded(Random):
    """Draws of its own: a conversation takes more of them than hypothesis likes to make."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self._told = seed

    def __repr__(self) -> str:
        return f"_Seeded({self._told})"


def written(units: talks.Units, shape: str, random: Random) -> bytes:
    if shape == "lines":
        ending = random.choice(("\n", "\r\n"))
        text = ending.join(hostile(unit, random, line=True) for unit in units)
        return (text + random.choice(("", ending))).encode()
    body = {"model": "claude-opus-4-5", "max_tokens": 100, "messages": units}
    value: Any = units if shape == "list" else body
    return random.choice((b"", b"\xef\xbb\xbf")) + (hostile(value, random) + random.choice(("", "\n", "\r\n"))).encode()


def raw_blocks(data: bytes) -> Counter[bytes]:
    """The blocks of a file as they are written; a text alone counts as it stands."""
    found: Counter[bytes] = Counter()
    for conversation in read(data).conversations:
        for number, unit in enumerate(conversation.units):
            node = conversation.node((conversation.key, number, "content"))
            assert node is not None
            assert unit is not None
            found.update([item.raw for item in node.items] if node.kind == "array" else [node.raw])
    return found


def legal(data: bytes) -> bool:
    """Whether the strict provider takes each conversation of a file."""
    for conversation in read(data).conversations:
        body = {"model": "m", "max_tokens": 1, **conversation.body}
        if refusals(body, align([], body), Mode.ADAPTIVE, lambda _: Origin.GENUINE):
            return False
    return True


def plain(value: Any) -> Any:
    """A value without what the odd writing has put in."""
    if isinstance(value, dict):
        return {key: plain(part) for key, part in value.items() if key != "odd"}
    return [plain(part) for part in value] if isinstance(value, list) else value


@pytest.mark.slow
@shapes
@settings(max_examples=70, deadline=None)
@given(random=randoms)
def test_clean_is_the_same_bytes(shape: str, random: Random) -> None:
    data = written(talks.clean(random), shape, random)
    assert check(data) == []
    assert repair(data).data is data


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(random=randoms)
def test_a_clean_session_is_the_same_bytes(random: Random) -> None:
    records = talks.session(talks.clean(random), random)
    ending = random.choice(("\n", "\r\n"))
    data = ending.join(hostile(record, random, line=True) for record in records).encode()
    assert check(data) == []
    assert repair(data).data is data


@pytest.mark.slow
@shapes
@pytest.mark.parametrize("damage", talks.DAMAGE, ids=lambda d: d.__name__)
@settings(max_examples=20, deadline=None)
@given(random=randoms)
def test_damaged_becomes_legal(damage: talks.Damage, shape: str, random: Random) -> None:
    units = talks.clean(random)
    gone = damage(units, random)
    # A request may end with a message of the assistant that says nothing.
    assume(gone is not None and not (shape == "body" and units[-1]["content"] == []))
    assert gone is not None
    data = written(units, shape, random)
    before = raw_blocks(data)
    assert check(data)
    done = repair(data)
    assert check(done.data) == []
    assert not done.left
    assert legal(done.data)
    assert repair(done.data).data is done.data
    after = raw_blocks(done.data)
    # What is new says that a call was interrupted, or is a text that became a block.
    for raw in after - before:
        value = json.loads(raw)
        new = value["type"] == "text" or value.get("content") == INTERRUPTED
        assert new, raw
    texts = [json.loads(raw)["text"] for raw in after - before if json.loads(raw)["type"] == "text"]
    for raw in before - after:
        value = plain(json.loads(raw))
        assert value in gone or value in texts, raw


@pytest.mark.slow
@pytest.mark.parametrize("damage", talks.DAMAGE, ids=lambda d: d.__name__)
@settings(max_examples=15, deadline=None)
@given(random=randoms)
def test_a_damaged_session_becomes_legal(damage: talks.Damage, random: Random) -> None:
    units = talks.clean(random)
    assume(damage(units, random) is not None)
    data = talks.lines(talks.session(units, random))
    _mended(data)


@pytest.mark.slow
@pytest.mark.parametrize("damage", [talks.line_lost, talks.branched], ids=lambda d: d.__name__)
@settings(max_examples=60, deadline=None)
@given(random=randoms)
def test_damaged_lines_become_legal(damage: Any, random: Random) -> None:
    records = talks.session(talks.clean(random), random)
    damage(records, random)
    _mended(talks.lines(records))


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(random=randoms)
def test_a_torn_session_becomes_legal(random: Random) -> None:
    _mended(talks.torn(talks.lines(talks.session(talks.clean(random), random)), random))


def _mended(data: bytes) -> None:
    done = repair(data)
    assert check(done.data) == []
    assert not done.left
    assert legal(done.data)
    assert repair(done.data).data is done.data
    kept = set(done.data.split(b"\n"))
    changed = [line for line in data.split(b"\n") if line not in kept]
    assert len(changed) <= 3 * max(len(done.changes), 1) + 1


@pytest.mark.slow
@shapes
@settings(max_examples=80, deadline=None)
@given(random=randoms)
def test_what_the_scan_passes_has_no_fault(shape: str, random: Random) -> None:
    units = talks.clean(random)
    if random.random() < 0.7:
        random.choice(talks.DAMAGE)(units, random)
    data = written(units, shape, random) if random.random() < 0.5 else json.dumps(units).encode()
    if scanned(data, None):
        assert repair_without_scan(data) == []


@pytest.mark.slow
@settings(max_examples=80, deadline=None)
@given(random=randoms)
def test_what_the_scan_passes_of_sessions_has_no_fault(random: Random) -> None:
    units = talks.clean(random)
    if random.random() < 0.5:
        random.choice(talks.DAMAGE)(units, random)
    records = talks.session(units, random)
    if random.random() < 0.5:
        random.choice((talks.line_lost, talks.branched))(records, random)
    data = talks.lines(records)
    if scanned(data, None):
        assert repair_without_scan(data) == []


def repair_without_scan(data: bytes) -> list[Any]:
    from flake8_toolloop.transcripts.changes import Policy
    from flake8_toolloop.transcripts.faults import faults_of

    reading = read(data)
    return [*reading.torn, *faults_of(reading, Policy())]


def test_the_scan_passes_what_is_clean() -> None:
    """It is of no use where it leaves everything to the judge."""
    random = Random(1)
    bodies = [json.dumps({"model": "claude-opus-4-5", "messages": talks.clean(random)}).encode() for _ in range(50)]
    sessions = [talks.lines(talks.session(talks.clean(random), random)) for _ in range(50)]
    passed = sum(scanned(data, None) for data in bodies), sum(scanned(data, None) for data in sessions)
    assert passed[0] > 10
    assert passed[1] > 10


def test_two_hundred_recordings_in_hostile_writing() -> None:
    random = Random(20261201)
    for number in range(200):
        data = written(talks.clean(random), SHAPES[number % 3], random)
        assert repair(data).data is data


@pytest.mark.slow
@settings(max_examples=80, deadline=None)
@given(random=randoms)
def test_what_has_grown_is_judged_as_if_it_were_new(random: Random) -> None:
    """Request after request of a conversation, some of them damaged: what is known changes no verdict."""
    units = talks.clean(random)
    front = random.random() < 0.5
    thought = {"type": "thinking", "thinking": "x", "signature": "QUJDREVGR0hJSktM"}
    known = Known()
    for end in range(1, len(units) + 1):
        messages = units[:end]
        if random.random() < 0.3:
            messages = [*messages, random.choice(units), {"role": "assistant", "content": [thought]}]
        head = {"model": "claude-opus-4-5", "max_tokens": 9}
        rest = {"tools": [{"name": "ls", "input_schema": {"type": "object"}}]}
        body = {**head, "messages": messages, **rest} if front else {"messages": messages, **rest, **head}
        data = json.dumps(body).encode()
        done, alone = repair(data, known=known), repair(data)
        assert done.data == alone.data
        assert (done.data is data) == (alone.data is data)


def test_what_is_known_is_not_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    from flake8_toolloop.transcripts import skimming

    units = talks.clean(Random(3)) + talks.clean(Random(4))[1:]
    bodies = [
        json.dumps({"model": "claude-opus-4-5", "messages": units[:end]}).encode()
        for end in range(1, len(units) + 1)
        if units[end - 1]["role"] == "user"
    ]
    clean = [data for data in bodies if scanned(data, None)]
    assert len(clean) > 2
    known = Known()
    assert repair(clean[0], known=known).data is clean[0]
    monkeypatch.setattr(skimming, "skimmed", lambda *_: False)
    for data in clean[1:]:
        before = known.of(data, None)
        assert before is not None
        assert data.startswith(before.text)
        assert repair(data, known=known).data is data

"""Conversations of the other formats in any writing: clean ones come through as they are, damaged ones become legal."""

from __future__ import annotations

import copy
import json
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from flake8_toolloop.testing.contracts import CONTRACTS
from flake8_toolloop.transcripts import repair
from flake8_toolloop.transcripts.document import parse
from flake8_toolloop.transcripts.recording import KEYS
from tests.transcripts.histories import CLEAN, DAMAGE, Damage
from tests.transcripts.hostile import hostile

SEEDS = st.integers(0, 2**32)
"""A conversation takes thousands of draws: made of one number each, they cost nothing."""
CALM = settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.filter_too_much])
SHAPES = ("list", "body", "lines")
MODELS = {"chat": "gpt-5", "responses": "gpt-5", "gemini": "gemini-3-pro", "bedrock": "anthropic.claude-opus-4-5"}


def written(form: str, units: list[Any], shape: str, random: Random) -> bytes:
    """A conversation as a file."""
    if shape == "lines":
        ending = random.choice(("\n", "\r\n"))
        text = ending.join(hostile(unit, random, line=True) for unit in units)
        return (text + random.choice(("", ending))).encode()
    value: Any = units
    if shape == "body":
        value = {"model": MODELS[form], "temperature": 0.5, "tools": [], KEYS[form]: units}
    return random.choice((b"", b"\xef\xbb\xbf")) + (hostile(value, random) + random.choice(("", "\n", "\r\n"))).encode()


def units_of(form: str, data: bytes, shape: str) -> list[tuple[Any, bytes]]:
    """The messages or items of a file, each with its bytes."""
    if shape == "lines":
        return [(json.loads(line), line.strip()) for line in data.splitlines() if line.strip()]
    start = 3 if data.startswith(b"\xef\xbb\xbf") else 0
    root = parse(data, start)
    array = root if shape == "list" else root.get(KEYS[form])
    assert array is not None
    return [(node.value, node.raw) for node in array.items]


def judged(form: str, units: list[Any], shape: str) -> list[str]:
    body = {KEYS[form]: units, **({"model": MODELS[form]} if shape == "body" else {})}
    return [fault.kind for fault in CONTRACTS[form](body)]


@pytest.mark.slow
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("form", CLEAN)
@CALM
@given(seed=SEEDS)
def test_clean_is_the_same_bytes(form: str, shape: str, seed: int) -> None:
    _clean(form, shape, seed)


@pytest.mark.slow
@pytest.mark.parametrize("form", CLEAN)
def test_two_hundred_clean_ones(form: str) -> None:
    for seed in range(200):
        _clean(form, SHAPES[seed % 3], seed)


def _clean(form: str, shape: str, seed: int) -> None:
    random = Random(seed)
    units = CLEAN[form](random)
    assert judged(form, units, shape) == []
    data = written(form, units, shape, random)
    done = repair(data, format=form)
    assert done.data is data
    assert not done.left
    assert repair(data).data is data


def damaged(form: str, operator: Damage, random: Random) -> tuple[list[Any], list[str]]:
    units = CLEAN[form](random)
    before = copy.deepcopy(units)
    kinds = operator(units, random)
    assume(kinds is not None)
    assert kinds is not None
    assert units != before
    return units, sorted(kinds)


@pytest.mark.slow
@pytest.mark.parametrize("operator", [one for operators in DAMAGE.values() for one in operators])
@CALM
@given(seed=SEEDS, shape=st.sampled_from(SHAPES))
def test_damage_is_found_and_repaired(operator: Damage, seed: int, shape: str) -> None:
    random = Random(seed)
    form = operator.__name__.split("_")[0]
    units, kinds = damaged(form, operator, random)
    assert sorted(judged(form, units, shape)) == kinds
    data = written(form, units, shape, random)
    done = repair(data, format=form)
    assert {change.kind for change in done.changes} & set(kinds)
    assert [left.reason for left in done.left] == []
    after = units_of(form, done.data, shape)
    assert judged(form, [value for value, _ in after], shape) == []
    assert repair(done.data, format=form).data is done.data
    untouched = [(value, raw) for value, raw in units_of(form, data, shape)]
    for value, raw in after:
        same = [other for known, other in untouched if known == value]
        assert not same or raw in same
    kept = sum(any(raw == other for _, other in after) for _, raw in untouched)
    assert kept >= len(untouched) - 8

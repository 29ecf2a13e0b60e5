"""Nothing that a file holds makes reading or repairing fail, and what a repair says of itself is so.

``FUZZ_SECONDS=600 python -m pytest tests/transcripts/test_fuzz.py`` looks for longer than it takes here.
"""

from __future__ import annotations

import os
import time
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flake8_toolloop.transcripts import Policy, repair
from flake8_toolloop.transcripts.checking import check, findings
from flake8_toolloop.transcripts.reading import UnreadableError, read
from flake8_toolloop.transcripts.recording import FORMATS
from flake8_toolloop.transcripts.scan import clean
from tests.transcripts.mutations import BYTES, CASES, damaged

SECONDS = float(os.environ.get("FUZZ_SECONDS", "0"))
POLICIES = (Policy(), Policy(), Policy("drop"), Policy("keep"))
FORMS = (None, None, None, *FORMATS)


def held(data: bytes, policy: Policy, form: str | None) -> None:
    """What holds for any bytes."""
    found = check(data, form=form, policy=policy)
    done = repair(data, policy=policy, format=form)
    assert done.changes or done.data is data
    if not found:
        assert not done.changes
    if clean(data, form):
        assert not findings_without_scan(data, form), "the scan hides a fault"
    if done.changes:
        again = repair(done.data, policy=policy, format=form)
        assert not again.changes, ([c.message for c in done.changes], [c.message for c in again.changes])
        left = check(done.data, form=form, policy=policy)
        assert len(left) <= len(done.left), ([f.message for f in left], done.left)


def findings_without_scan(data: bytes, form: str | None) -> list[Any]:
    try:
        return findings(read(data, form), Policy())
    except UnreadableError as error:
        return [error]


@pytest.mark.parametrize("part", range(4))
def test_damaged_recordings(part: int) -> None:
    random = Random(part + SECONDS * time.time())
    begin, number = time.monotonic(), 0
    while number < 250 or time.monotonic() < begin + SECONDS / 4:
        data = random.choice(CASES)
        for _ in range(random.choice((1, 1, 2, 3))):
            data = damaged(data, random)
        policy, form = random.choice(POLICIES), random.choice(FORMS)
        try:
            held(data, policy, form)
        except BaseException as error:
            error.add_note(f"{policy}, format={form!r}, data={data!r}") if hasattr(error, "add_note") else None
            raise
        number += 1


TOKENS = (
    *BYTES,
    *(f'"{word}"'.encode() for word in ("role", "content", "type", "messages", "assistant", "id", "uuid")),
)


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=60) | st.lists(st.sampled_from(TOKENS), max_size=20).map(b"".join), st.sampled_from(FORMS))
def test_bytes(data: bytes, form: Any) -> None:
    held(data, Policy(), form)

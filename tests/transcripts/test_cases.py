"""Broken recordings from public bug reports: what is found in each, and what each becomes."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from flake8_toolloop.transcripts import repair
from flake8_toolloop.transcripts.checking import check

FOLDER = Path(__file__).parent / "cases"
CASES = json.loads((FOLDER / "index.json").read_text(encoding="utf-8"))
UUID = re.compile(rb'"[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}"')
# What cannot be restored is found again.
STAYS = {"t32_reasoning_content_missing"}
by_id = pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])


def data_of(case: dict[str, Any]) -> bytes:
    name: str = case["file"]
    return (FOLDER / name).read_bytes()


@by_id
def test_what_is_found(case: dict[str, Any]) -> None:
    found = check(data_of(case))
    told = sorted((f.code, f.pointer) for f in found)
    assert told == sorted((code, pointer) for code, _, pointer in case["findings"])
    lines = {code: line for code, line, _ in case["findings"] if line is not None}
    assert {f.code: f.span.line for f in found if f.code in lines} == lines


@by_id
def test_what_it_becomes(case: dict[str, Any]) -> None:
    """The bytes of the repaired form; only the id of a record that is new is ours to choose."""
    done = repair(data_of(case))
    fixed = (FOLDER / case["fixed"]).read_bytes() if case["fixed"] else data_of(case)
    assert UUID.sub(b'"r1"', done.data) == fixed
    assert done.changed == bool(case["fixed"])


@by_id
def test_repaired_is_clean_and_stays_as_it_is(case: dict[str, Any]) -> None:
    done = repair(data_of(case))
    assert repair(done.data).data is done.data
    if case["id"] not in STAYS:
        assert check(done.data) == []
        assert not done.left
    else:
        assert check(done.data)
        assert all(left.reason for left in done.left)

"""Turns that travel: through classes, rows, chunks and helpers, and what is done to them on the way.

Small programs in ``fixtures/travel``, each with a twin that does it right or nearly so; a bad one says
``# expect: TLP102`` on the line of its finding. Repairs of the bad ones must compile and bring no new code.
"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from flake8_toolloop.settings import Settings, is_shown
from tests.told import fixed, read, told

pytestmark = pytest.mark.slow  # says the same on every version: the newest runs it

ROOT = Path(__file__).parent / "fixtures" / "travel"
BAD = sorted(ROOT.glob("bad/*.py"))
GOOD = sorted(ROOT.glob("good/*.py"))


def found(source: str, path: Path) -> list[tuple[str, int]]:
    return sorted((f.code, f.span.line) for f in told(source, path.name) if is_shown(f, Settings()))


@pytest.mark.parametrize("path", BAD, ids=lambda p: p.stem)
def test_bad(path: Path) -> None:
    source, marks = read(path)
    assert marks
    assert found(source, path) == sorted(marks)


@pytest.mark.parametrize("path", GOOD, ids=lambda p: p.stem)
def test_good(path: Path) -> None:
    assert found(path.read_text(encoding="utf-8"), path) == []


@pytest.mark.parametrize("path", BAD, ids=lambda p: p.stem)
def test_repairs_bring_nothing_new(path: Path) -> None:
    source, _ = read(path)
    before = {code for code, _ in found(source, path)}
    repaired = fixed(source, path.name).source
    ast.parse(repaired)
    assert {code for code, _ in found(repaired, path)} <= before

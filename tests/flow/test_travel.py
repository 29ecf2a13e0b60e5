"""Turns that travel: through classes, rows, chunks and helpers, and what is done to them on the way.

Small programs in ``fixtures/travel``, each with a twin that does it right or nearly so; a bad one says
``# expect: TLP102`` on the line of its finding. Repairs of the bad ones must compile and bring no new code.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from flake8_toolloop.analysis import analyse
from flake8_toolloop.fixes.apply import fix_source
from flake8_toolloop.settings import Settings, is_shown

pytestmark = pytest.mark.slow  # says the same on every version: the newest runs it

ROOT = Path(__file__).parent / "fixtures" / "travel"
EXPECT = re.compile(r"[ \t]*# expect: (TLP\d{3}(?:, TLP\d{3})*)$", re.MULTILINE)
BAD = sorted(ROOT.glob("bad/*.py"))
GOOD = sorted(ROOT.glob("good/*.py"))


def found(source: str, path: Path) -> list[tuple[str, int]]:
    told = analyse(source, path.name, Settings()).findings
    return sorted((f.code, f.span.line) for f in told if is_shown(f, Settings()))


@pytest.mark.parametrize("path", BAD, ids=lambda p: p.stem)
def test_bad(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    marks = [
        (code, text.count("\n", 0, m.start()) + 1) for m in EXPECT.finditer(text) for code in m.group(1).split(", ")
    ]
    assert marks
    assert found(EXPECT.sub("", text), path) == sorted(marks)


@pytest.mark.parametrize("path", GOOD, ids=lambda p: p.stem)
def test_good(path: Path) -> None:
    assert found(path.read_text(encoding="utf-8"), path) == []


@pytest.mark.parametrize("path", BAD, ids=lambda p: p.stem)
def test_repairs_bring_nothing_new(path: Path) -> None:
    source = EXPECT.sub("", path.read_text(encoding="utf-8"))
    before = {code for code, _ in found(source, path)}
    repaired = fix_source(source, path.name, Settings(), unsafe=True).source
    ast.parse(repaired)
    assert {code for code, _ in found(repaired, path)} <= before

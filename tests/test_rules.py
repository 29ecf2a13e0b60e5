"""Every rule on programs written for it: bad ones give their code on the marked line, good ones nothing at all.

A bad file says ``# expect: TLP101`` at the end of the line of the primary span. The comments are taken out before the
analysis, so that nothing can depend on them. The files are analysed under their bare name: they stand in for code
of a project, not for its tests.
"""

from __future__ import annotations

import ast
import codecs
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from flake8_toolloop.fixes.sourcefile import decode
from flake8_toolloop.rules import RULES
from flake8_toolloop.settings import Settings, is_shown
from tests.told import name, read, told

if TYPE_CHECKING:
    from collections.abc import Callable

    from flake8_toolloop.findings import Finding

ROOT = Path(__file__).parent / "rules"
STRICT = {rule.code for rule in RULES if rule.strict}
BAD = sorted(ROOT.glob("TLP*/bad/*.py"))
GOOD = sorted(ROOT.glob("TLP*/good/*.py"))
EMOJI = '"🛠️ é 🧪"; '
SIMPLE = (
    ast.Expr,
    ast.Assign,
    ast.AnnAssign,
    ast.AugAssign,
    ast.Return,
    ast.Continue,
    ast.Break,
    ast.Raise,
    ast.Delete,
)


def findings(source: str, path: Path) -> tuple[Finding, ...]:
    """What the default persona shows; in its own folder also what a strict rule says, or a bad program gives."""
    own = path.parts[-3] if path.parts[-3] in STRICT or path.parts[-2] == "bad" else ""
    return tuple(f for f in told(source, path.name) if f.code == own or is_shown(f, Settings()))


def found(source: str, path: Path) -> list[tuple[str, int]]:
    return sorted((f.code, f.span.line) for f in findings(source, path))


def windows(source: str) -> str:
    """As some editors write it, read as the doors read it: with a byte order mark, and lines that end in CRLF."""
    return decode("agent.py", codecs.BOM_UTF8 + source.replace("\n", "\r\n").encode()).text


def tabs(source: str) -> str:
    return re.sub(r"^(?: {4})+", lambda m: "\t" * (len(m.group()) // 4), source, flags=re.MULTILINE)


def statements(source: str, lines: set[int]) -> set[tuple[int, int]]:
    """Line and column of the innermost simple statements that hold these lines."""
    nodes = [n for n in ast.walk(ast.parse(source)) if isinstance(n, SIMPLE)]
    return {
        (node.lineno, node.col_offset)
        for node in nodes
        if not source.split("\n")[node.lineno - 1][: node.col_offset].strip()
        and any(node.lineno <= line <= (node.end_lineno or node.lineno) for line in lines)
    }


def with_emoji(source: str, lines: set[int]) -> str:
    rows = source.split("\n")
    for line, column in statements(source, lines):
        rows[line - 1] = rows[line - 1][:column] + EMOJI + rows[line - 1][column:]
    return "\n".join(rows)


VARIANTS: dict[str, Callable[[str], str]] = {"windows": windows, "tabs": tabs}


@pytest.mark.parametrize("path", BAD, ids=name)
def test_bad(path: Path) -> None:
    source, expected = read(path)
    assert expected, "a bad file without a mark"
    assert path.parts[-3] in {code for code, _ in expected}
    assert found(source, path) == sorted(expected)


@pytest.mark.parametrize("path", GOOD, ids=name)
def test_good(path: Path) -> None:
    source, expected = read(path)
    assert not expected
    assert found(source, path) == []


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("path", BAD, ids=name)
def test_bad_in_other_dress(path: Path, variant: str) -> None:
    source, expected = read(path)
    changed = VARIANTS[variant](source)
    compile(changed, path.name, "exec", dont_inherit=True)
    assert found(changed, path) == sorted(expected)


@pytest.mark.slow
@pytest.mark.parametrize("path", BAD, ids=name)
def test_columns_count_code_points(path: Path) -> None:
    """A string of wide characters before the span moves it by their number, not by their bytes."""
    source, expected = read(path)
    lines = {line for _, line in expected}
    changed = with_emoji(source, lines)
    if changed == source:
        pytest.skip("the span is not inside a simple statement")
    assert found(changed, path) == sorted(expected)
    starts = {line for line, _ in statements(source, lines)}
    before = {(f.code, f.span.line): f.span.column for f in findings(source, path) if f.span.line in starts}
    after = {(f.code, f.span.line): f.span.column for f in findings(changed, path) if f.span.line in starts}
    assert after == {key: column + len(EMOJI) for key, column in before.items()}


@pytest.mark.parametrize("code", sorted({path.parts[-3] for path in BAD}))
def test_three_good_for_each_bad(code: str) -> None:
    bad = [path for path in BAD if path.parts[-3] == code]
    good = [path for path in GOOD if path.parts[-3] == code]
    assert len(bad) >= 6
    assert len(good) >= 3 * len(bad)

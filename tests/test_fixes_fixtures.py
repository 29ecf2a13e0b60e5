"""The bad programs of the rules, repaired: exactly as a good programmer would have done it.

``tests/rules/CODE/fixed/NAME.py`` is the repair of ``bad/NAME.py``. A bad file without a twin has no
repair, or more than one that is good; whatever is done to it must still compile and bring no new code.
"""

from __future__ import annotations

import difflib
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from flake8_toolloop.fixes.edits import apply_edits
from flake8_toolloop.rules import RULES
from flake8_toolloop.settings import Settings, is_shown
from tests import told as shared
from tests.told import fixed, name, read

if TYPE_CHECKING:
    from flake8_toolloop.findings import Finding

ROOT = Path(__file__).parent / "rules"
BAD = sorted(ROOT.glob("TLP*/bad/*.py"))
PAIRS = [path for path in BAD if (path.parent.parent / "fixed" / path.name).exists()]
STRICT = {rule.code for rule in RULES if rule.strict}


def twin(path: Path) -> str:
    return (path.parent.parent / "fixed" / path.name).read_text(encoding="utf-8")


def bad(path: Path) -> str:
    return read(path)[0]


def settings(path: Path) -> Settings:
    """The persona that the rule of the file's folder speaks to."""
    return Settings(persona="strict" if path.parts[-3] in STRICT else "default")


def told(source: str, path: Path) -> tuple[Finding, ...]:
    """What the default persona is shown, and all that the rule of the file's folder says."""
    findings = shared.told(source, path.name, settings(path), fixes=True)
    return tuple(f for f in findings if f.code == path.parts[-3] or is_shown(f, Settings()))


def diff(expected: str, got: str) -> str:
    return "".join(difflib.unified_diff(expected.splitlines(True), got.splitlines(True), "expected", "fixed"))


@pytest.mark.parametrize("path", PAIRS, ids=name)
def test_fixed_as_written(path: Path) -> None:
    got = fixed(bad(path), path.name, settings(path)).source
    if got != twin(path):
        pytest.fail("not repaired as in fixed/:\n" + diff(twin(path), got), pytrace=False)


@pytest.mark.parametrize("path", PAIRS, ids=name)
def test_twin_is_clean(path: Path) -> None:
    compile(twin(path), path.name, "exec", dont_inherit=True)
    assert [(f.code, f.span.line) for f in told(twin(path), path)] == []
    assert fixed(twin(path), path.name, settings(path)).source == twin(path)


@pytest.mark.slow
@pytest.mark.parametrize("path", BAD, ids=name)
def test_any_fix_holds(path: Path) -> None:
    """Compiles, is a fixpoint, and brings no code that was not there."""
    source = bad(path)
    before = {f.code for f in told(source, path)}
    result = fixed(source, path.name, settings(path))
    assert result.converged
    compile(result.source, path.name, "exec", dont_inherit=True)
    assert fixed(result.source, path.name, settings(path)).source == result.source
    after = {f.code for f in told(result.source, path)}
    assert after <= before
    if result.source != source:
        assert len(told(result.source, path)) < len(told(source, path))


@pytest.mark.slow
@pytest.mark.parametrize("path", BAD, ids=name)
def test_each_fix_is_enough_alone(path: Path) -> None:
    source = bad(path)
    findings = told(source, path)
    before = Counter(finding.code for finding in findings)
    for finding in findings:
        for fix in finding.fixes:
            after = apply_edits(source, fix.edits)
            compile(after, path.name, "exec", dont_inherit=True)
            left = Counter(f.code for f in told(after, path))
            assert left[finding.code] < before[finding.code], fix.message
            assert left.keys() <= before.keys(), fix.message


@pytest.mark.slow
@pytest.mark.parametrize("path", PAIRS, ids=name)
def test_fixed_under_crlf(path: Path) -> None:
    source = bad(path).replace("\n", "\r\n")
    got = fixed(source, path.name, settings(path)).source
    expected = twin(path).replace("\n", "\r\n")
    if got != expected:
        pytest.fail("not repaired as in fixed/ under CRLF:\n" + diff(expected, got), pytrace=False)

"""The same faults as other people write them: more spellings of what ``rules/`` has one of, with their good twins."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.test_rules import found
from tests.told import name, read

pytestmark = pytest.mark.slow  # says the same on every version: the newest runs it

ROOT = Path(__file__).parent / "spellings"


@pytest.mark.parametrize("path", sorted(ROOT.glob("TLP*/bad/*.py")), ids=name)
def test_bad(path: Path) -> None:
    source, expected = read(path)
    assert path.parts[-3] in {code for code, _ in expected}
    assert found(source, path) == sorted(expected)


@pytest.mark.parametrize("path", sorted(ROOT.glob("TLP*/good/*.py")), ids=name)
def test_good(path: Path) -> None:
    source, expected = read(path)
    assert not expected
    assert found(source, path) == []

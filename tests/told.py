"""What is said of a text, and what is made of it: worked out once, for many tests ask for the same programs.

An analysis is a function of its text, path and settings (``test_robustness`` looks after that), so that an answer can
be handed out again. Tests of one program run one after the other (``conftest``): a few answers are enough.
"""

from __future__ import annotations

import functools
import re
from typing import TYPE_CHECKING

import pytest

from flake8_toolloop import analysis
from flake8_toolloop.fixes.apply import FixResult, fix_source
from flake8_toolloop.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

    from flake8_toolloop.findings import Finding, Report
    from flake8_toolloop.flow.project import Project

EXPECT = re.compile(r"[ \t]*# expect: (TLP\d{3}(?:, TLP\d{3})*)$", re.MULTILINE)
KEPT = 512


def read(path: Path) -> tuple[str, set[tuple[str, int]]]:
    """The program without its marks, and what the marks say."""
    text = path.read_text(encoding="utf-8")
    marks = {
        (code, text.count("\n", 0, m.start()) + 1) for m in EXPECT.finditer(text) for code in m.group(1).split(", ")
    }
    return EXPECT.sub("", text), marks


def name(path: Path) -> str:
    """What a program is called in the name of its test."""
    return f"{path.parts[-3]}-{path.stem}"


# The engine's own function: a test that puts another in its place means to.
_analyse = analysis.analyse
DEFAULT = Settings()


@functools.lru_cache(KEPT)
def report(source: str, path: str, settings: Settings = DEFAULT, *, fixes: bool = False) -> Report:
    return _analyse(source, path, settings, fixes=fixes)


def told(source: str, path: str, settings: Settings = DEFAULT, *, fixes: bool = False) -> tuple[Finding, ...]:
    """The findings of a text."""
    return report(source, path, settings, fixes=fixes).findings


def _remembered(
    source: str, path: str, settings: Settings, *, fixes: bool = False, project: Project | None = None
) -> Report:
    if project is not None:
        return _analyse(source, path, settings, fixes=fixes, project=project)
    return report(source, path, settings, fixes=fixes)


@functools.lru_cache(KEPT)
def fixed(source: str, path: str, settings: Settings = DEFAULT) -> FixResult:
    """What is left of a text when every repair is applied: its rounds ask for reports that others ask for as well."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(analysis, "analyse", _remembered)
        return fix_source(source, path, settings, unsafe=True)

"""What a user can set, from ``[tool.flake8-toolloop]`` of the nearest pyproject.toml or from a front end.

Reading pyproject.toml is :mod:`flake8_toolloop.configfile`'s work: these are the checked values and what they decide.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from flake8_toolloop.findings import Confidence, Finding

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

PERSONAS = ("default", "strict")
# A file that was not checked must not look clean because something else was selected; `ignore` still hides it.
ALWAYS = ("TLP901", "TLP902")
UNUSED = "TLP903"
"""The code of a comment that quiets nothing."""


class SettingsError(Exception):
    """A setting that cannot be used; its text is one line that names the place and what is wrong there."""


@dataclass(frozen=True)
class Settings:
    """Checked settings; prefixes in ``select`` and ``ignore`` match codes as flake8 does."""

    select: tuple[str, ...] = ("TLP",)
    ignore: tuple[str, ...] = ()
    persona: str = "default"
    """``default`` or ``strict``: strict also shows what is only possible."""
    exclude: tuple[str, ...] = ()
    per_file_ignores: tuple[tuple[str, tuple[str, ...]], ...] = ()
    model_calls: tuple[str, ...] = ()
    """Qualified names of house wrappers whose call returns an assistant response."""
    sanctioned: tuple[str, ...] = ()
    """Qualified names of the user's functions that convert, trim or sanitise a turn rightly."""
    root: str = ""
    """The folder that patterns in ``exclude`` and ``per_file_ignores`` are relative to; empty for the current one."""

    @property
    def strict(self) -> bool:
        return self.persona == "strict"


def is_enabled(code: str, settings: Settings, path: str = "") -> bool:
    """Whether ``code`` may be reported for the file at ``path``: the longer prefix wins, ``ignore`` at a tie."""
    selected = _longest(code, settings.select) or (code[:3] if code in ALWAYS else "")
    if not selected:
        return False
    if len(selected) <= len(_longest(code, settings.ignore)):
        return False
    return not (path and code.startswith(_ignored_in(settings, path)))


def codes_enabled(codes: Iterable[str], settings: Settings, path: str = "") -> frozenset[str]:
    """Those of ``codes`` that may be reported for the file at ``path``."""
    return frozenset(code for code in codes if is_enabled(code, settings, path))


def is_shown(finding: Finding, settings: Settings, path: str = "") -> bool:
    """Whether the user asked for this finding: by its code, and by the persona where it is strict or only possible."""
    if not is_enabled(finding.code, settings, path):
        return False
    return settings.strict or not (finding.confidence is Confidence.POSSIBLE or finding.code in strict_codes())


def is_excluded(path: str, settings: Settings, *, folder: bool = False) -> bool:
    """Whether ``exclude`` names the file (or folder) at ``path``; patterns are those of .gitignore."""
    if not settings.exclude:
        return False
    return _spec(settings.exclude).match_file(_relative(path, settings.root) + ("/" if folder else ""))


def _longest(code: str, prefixes: Iterable[str]) -> str:
    return max((prefix for prefix in prefixes if code.startswith(prefix)), key=len, default="")


def _ignored_in(settings: Settings, path: str) -> tuple[str, ...]:
    if not settings.per_file_ignores:
        return ()
    relative = _relative(path, settings.root)
    return tuple(
        code for pattern, codes in settings.per_file_ignores if _spec((pattern,)).match_file(relative) for code in codes
    )


def _relative(path: str, root: str) -> str:
    """``path`` as the patterns see it: relative to the settings' folder, or its name alone outside of that folder."""
    absolute = os.path.abspath(path)
    try:
        relative = os.path.relpath(absolute, root or os.curdir)
    except ValueError:  # another drive on Windows
        relative = os.pardir
    if relative == os.pardir or relative.startswith(os.pardir + os.sep):
        return os.path.basename(absolute)
    return relative.replace(os.sep, "/")


@functools.lru_cache(maxsize=256)
def _spec(patterns: tuple[str, ...]) -> GitIgnoreSpec:
    # Few projects set patterns, and the import costs as much as checking a hundred files.
    from pathspec import GitIgnoreSpec

    return GitIgnoreSpec.from_lines(patterns)


@functools.lru_cache(maxsize=1)
def strict_codes() -> frozenset[str]:
    # Asked only for a finding, so the rules are loaded already; importing them here on top would load the engine into
    # every process that only reads settings.
    from flake8_toolloop.rules import RULES

    return frozenset(rule.code for rule in RULES if rule.strict)

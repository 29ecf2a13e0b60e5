"""From a parsed command line to what a run asks for."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable

from flake8_toolloop.configfile import Overrides, code_prefixes, patterns
from flake8_toolloop.settings import ALWAYS, SettingsError


def overrides(args: argparse.Namespace) -> Overrides:
    """What the command line says about settings, checked as pyproject.toml is."""
    return Overrides(
        select=_checked("--select", args.select, _known_codes),
        ignore=_checked("--ignore", args.ignore, _known_codes),
        persona=args.persona,
        exclude=_checked("--exclude", args.exclude, patterns) or (),
        isolated=args.isolated,
    )


def paths_of(args: argparse.Namespace) -> list[str]:
    """The paths that were named; ``-`` stands alone."""
    paths: list[str] = args.paths or ["."]
    if "-" in paths and len(paths) > 1:
        raise SettingsError("- reads standard input and takes no other path beside it")
    if args.stdin_filename is not None and paths != ["-"]:
        raise SettingsError("--stdin-filename needs - as the path")
    return paths


def standard_input() -> bytes:
    """All that comes in."""
    if sys.stdin is None:
        raise SettingsError("standard input is closed")
    return sys.stdin.buffer.read()


def _checked(
    option: str, values: list[str] | None, check: Callable[[list[str]], tuple[str, ...]]
) -> tuple[str, ...] | None:
    if values is None:
        return None
    words = [word for value in values for word in value.replace(",", " ").split()]
    try:
        return check(words)
    except ValueError as error:
        raise SettingsError(f"{option}: {error}") from None


def _known_codes(words: list[str]) -> tuple[str, ...]:
    """A misspelt code would silently select nothing; a file may name codes of other versions, a command line not."""
    # The rules are loaded only where codes are named.
    from flake8_toolloop.rules import RULES

    codes = {*(rule.code for rule in RULES), *ALWAYS}
    for word in code_prefixes(words):
        if not any(code.startswith(word) for code in codes):
            raise ValueError(f"no rule's code begins with {word!r} (flake8-toolloop rules lists them)")
    return tuple(words)

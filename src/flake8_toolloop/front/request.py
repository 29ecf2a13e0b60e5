"""From a parsed command line to what a run asks for."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable

from flake8_toolloop.configfile import Overrides, known_codes, patterns
from flake8_toolloop.settings import SettingsError


def overrides(args: argparse.Namespace) -> Overrides:
    """What the command line says about settings, checked as pyproject.toml is."""
    return Overrides(
        select=_checked("--select", args.select, known_codes),
        ignore=_checked("--ignore", args.ignore, known_codes),
        persona=args.persona,
        exclude=_checked("--exclude", args.exclude, patterns) or (),
        isolated=args.isolated,
    )


def paths_of(args: argparse.Namespace) -> list[str]:
    """The paths that were named, all of which are there; ``-`` stands alone."""
    paths: list[str] = args.paths or ["."]
    if "-" in paths and len(paths) > 1:
        raise SettingsError("- reads standard input and takes no other path beside it")
    if args.stdin_filename is not None and paths != ["-"]:
        raise SettingsError("--stdin-filename needs - as the path")
    for path in paths:
        if path != "-" and not os.path.exists(path):
            raise SettingsError(f"{path}: there is no such file or folder")
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

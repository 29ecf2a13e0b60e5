"""``flake8-toolloop provider``: the strict local provider for a loop of any kind, with a report at the end."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from flake8_toolloop.settings import SettingsError

if TYPE_CHECKING:
    from flake8_toolloop.testing import StrictProvider
    from flake8_toolloop.testing.script import Play

PULSE = 0.1
"""Seconds between two looks at whether it is time to stop."""


def provide(args: argparse.Namespace) -> int:
    """Serve until the given command ends, or until no request came for a while; then report.

    Exit code 0: nothing to say. 1: something was refused or lost. 2: the command could not be run, or the extra is
    missing. A command's own failure is its own: the exit code is then that of the command unless there is something
    to say.
    """
    from flake8_toolloop.testing import StrictProvider

    provider = StrictProvider(*_script(args), mode=args.mode, port=args.port, from_the_start=True)
    try:
        with provider:
            code = _run(provider, args.run) if args.run else _wait(provider, args.idle)
    except ImportError as error:
        raise SettingsError(str(error)) from error
    except OSError as error:
        raise SettingsError(f"port {args.port}: {error.strerror or error}") from error
    report = provider.report()
    print(report or f"{len(provider.exchanges)} requests, nothing to say")
    for hint in provider.hints:
        print(f"note: {hint}")
    return 1 if report else code


def _script(args: argparse.Namespace) -> list[Play]:
    from flake8_toolloop.testing import demanding, load

    if args.script is None:
        return demanding()
    try:
        return load(Path(args.script).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise SettingsError(f"{args.script}: {error}") from error


def _run(provider: StrictProvider, command: list[str]) -> int:
    """The exit code of a command that finds the provider in its environment."""
    try:
        return subprocess.run(command, env={**os.environ, **provider.environment}, check=False).returncode  # noqa: S603
    except OSError as error:
        raise SettingsError(f"{command[0]}: {error.strerror}") from error


def _wait(provider: StrictProvider, idle: float) -> int:
    """Serve until Ctrl-C, or until no request came for ``idle`` seconds."""
    for name, value in provider.environment.items():
        print(f"export {name}={value}")
    print(
        f"# stops after {idle:g} {'second' if idle == 1 else 'seconds'} without a request, or with Ctrl-C", flush=True
    )
    try:
        while time.monotonic() - provider.last_request < idle:
            time.sleep(PULSE)
    except KeyboardInterrupt:
        print(file=sys.stderr)
    return 0

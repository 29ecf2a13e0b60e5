"""What several tests use: a loop that loses its turn, its whole twin, and the command as a user runs it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., "subprocess.CompletedProcess[str]"]

WHOLE = """\
import anthropic

client = anthropic.Anthropic()


def run(call):
    return str(call.input)


def loop(messages):
    while True:
        r = client.messages.create(model="m", max_tokens=9, tools=[], messages=messages)
        messages.append({"role": "assistant", "content": r.content})
        results = [
            {"type": "tool_result", "tool_use_id": b.id, "content": run(b)} for b in r.content if b.type == "tool_use"
        ]
        if not results:
            return r
        messages.append({"role": "user", "content": results})
"""
FILTER = '[b for b in r.content if b.type == "tool_use"]'
LOSSY = WHOLE.replace('"content": r.content', f'"content": {FILTER}')
LINE = 1 + LOSSY[: LOSSY.index(FILTER)].count("\n")
COLUMN = LOSSY.splitlines()[LINE - 1].index(FILTER)


@pytest.fixture
def lossy() -> str:
    """A loop whose turn loses all but its calls: TLP101 at LINE, COLUMN (0-based) and nothing else."""
    return LOSSY


@pytest.fixture
def whole() -> str:
    """The same loop with nothing to report."""
    return WHOLE


@pytest.fixture
def place() -> tuple[int, int]:
    """The line and 0-based column of the fault in ``lossy``."""
    return LINE, COLUMN


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty repository that is the current folder."""
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path)
    for name in ("NO_COLOR", "FORCE_COLOR", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def _run(*arguments: str, module: str, stdin: str | bytes = "", **environment: str) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [sys.executable, "-m", module, *arguments],
        input=stdin.encode() if isinstance(stdin, str) else stdin,
        capture_output=True,
        timeout=120,
        env={**os.environ, "PYTHONIOENCODING": "utf-8", **environment},
    )
    return subprocess.CompletedProcess(
        done.args, done.returncode, done.stdout.decode("utf-8", "surrogateescape"), done.stderr.decode()
    )


@pytest.fixture
def command(project: Path) -> Run:
    """The command as a user runs it, in ``project``."""
    return lambda *arguments, **keywords: _run(*arguments, module="flake8_toolloop", **keywords)


@pytest.fixture
def flake8(project: Path) -> Run:
    """flake8 as a user runs it, in ``project``, with its configuration only."""
    return lambda *arguments, **keywords: _run(*arguments, module="flake8", **keywords)

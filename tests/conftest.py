"""What several tests use: a loop that loses its turn, its whole twin, and the command as a user runs it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.warm import Warm

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


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests of one program run one after the other: the process that has its answers gives them again (``told``)."""
    items.sort(key=_program)


def _program(item: pytest.Item) -> str:
    callspec = getattr(item, "callspec", None)
    path = callspec.params.get("path") if callspec is not None else None
    return path.as_posix() if isinstance(path, Path) else ""


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


class Doors:
    """The package's commands in a process of their own: as a user starts them, or without waiting for the start."""

    def __init__(self) -> None:
        self._warm: Warm | None = None

    def start(
        self, module: str, *arguments: str, stdin: bytes = b"", **environment: str
    ) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(
            [sys.executable, "-m", module, *arguments],
            input=stdin,
            capture_output=True,
            timeout=120,
            env={**os.environ, "PYTHONIOENCODING": "utf-8", **environment},
        )

    def run(
        self, module: str, *arguments: str, stdin: bytes = b"", **environment: str
    ) -> subprocess.CompletedProcess[bytes]:
        # What the interpreter reads when it starts needs an interpreter that starts.
        if not hasattr(os, "fork") or any(name.startswith("PYTHON") for name in environment):
            return self.start(module, *arguments, stdin=stdin, **environment)
        if self._warm is None:
            self._warm = Warm()
        return self._warm.run(module, arguments, stdin, {**os.environ, **environment})

    def close(self) -> None:
        if self._warm is not None:
            self._warm.close()


@pytest.fixture(scope="session")
def doors() -> Iterator[Doors]:
    """How the commands are run."""
    made = Doors()
    yield made
    made.close()


def _as_text(done: subprocess.CompletedProcess[bytes]) -> subprocess.CompletedProcess[str]:
    return subprocess.CompletedProcess(
        done.args, done.returncode, done.stdout.decode("utf-8", "surrogateescape"), done.stderr.decode()
    )


def _runner(run: Callable[..., subprocess.CompletedProcess[bytes]], module: str) -> Run:
    def command(*arguments: str, stdin: str | bytes = "", **environment: str) -> subprocess.CompletedProcess[str]:
        given = stdin.encode() if isinstance(stdin, str) else stdin
        return _as_text(run(module, *arguments, stdin=given, **environment))

    return command


@pytest.fixture
def command(project: Path, doors: Doors) -> Run:
    """The command as a user runs it, in ``project``."""
    return _runner(doors.run, "flake8_toolloop")


@pytest.fixture
def flake8(project: Path, doors: Doors) -> Run:
    """flake8 as a user runs it, in ``project``, with its configuration only."""
    return _runner(doors.run, "flake8")

"""Every command as ``python -m`` starts it says what it says in a process that has everything loaded.

Most tests run commands in the latter (``tests/warm.py``): it is the same door without the wait.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.conftest import Doors

RECORDING = Path(__file__).parents[1] / "transcripts" / "cases" / "t01_orphan_result_after_compaction.jsonl"
COMMANDS = (
    "flake8_toolloop check",
    "flake8_toolloop check --jobs 2 --output-format json --show-fixes .",
    "flake8_toolloop check --loops -",
    "flake8_toolloop check nowhere",
    "flake8_toolloop fix --diff --unsafe-fixes",
    "flake8_toolloop fix --unsafe-fixes -",
    "flake8_toolloop rule TLP101",
    "flake8_toolloop rules",
    "flake8_toolloop explain messages.1: text content blocks must be non-empty",
    "flake8_toolloop transcript check session.jsonl",
    "flake8_toolloop transcript repair --diff session.jsonl",
    "flake8_toolloop transcript reduce session.jsonl",
    "flake8_toolloop --help",
    "flake8 --select TLP .",
    "flake8 -j1 agent.py",
    "flake8 --select TLP -",
)


@pytest.mark.parametrize("line", COMMANDS)
def test_it_starts_and_says_the_same(project: Path, doors: Doors, lossy: str, whole: str, line: str) -> None:
    (project / "agent.py").write_text(lossy)
    (project / "whole.py").write_text(whole)
    shutil.copy(RECORDING, project / "session.jsonl")
    started, ready = (run(*line.split(), stdin=lossy.encode()) for run in (doors.start, doors.run))
    assert (ready.returncode, ready.stdout, ready.stderr) == (started.returncode, started.stdout, started.stderr)
    assert started.stdout or started.stderr
    assert b"Traceback" not in started.stderr

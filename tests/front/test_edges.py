"""Odd surroundings: pipes in the place of files, output that cannot be written, names that break lines."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., "subprocess.CompletedProcess[str]"]
posix = pytest.mark.skipif(os.name == "nt", reason="there are no such files here")


@pytest.fixture
def agent(project: Path, lossy: str) -> Path:
    file = project / "agent.py"
    file.write_text(lossy)
    return file


def shell(line: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """The command as a shell runs it, with what the shell does to its streams."""
    command = f"{shlex.quote(sys.executable)} -m flake8_toolloop {line}"
    done = subprocess.run(
        ["/bin/sh", "-c", command],
        capture_output=True,
        timeout=60,
        stdin=subprocess.DEVNULL,
        env={**os.environ, **environment},
    )
    return subprocess.CompletedProcess(line, done.returncode, done.stdout.decode(), done.stderr.decode())


# What is read


@posix
@pytest.mark.parametrize("arguments", [("check",), ("fix",), ("check", "--loops")])
def test_a_pipe_is_refused(project: Path, command: Run, arguments: tuple[str, ...]) -> None:
    os.mkfifo(project / "pipe.py")
    done = command(*arguments, "pipe.py")
    assert (done.returncode, done.stderr) == (1, "")
    verdict = "not followed:" if "--loops" in arguments else "TLP901 "
    first = done.stdout.splitlines()[0]
    assert first.startswith(f"pipe.py:1:1: {verdict}")
    assert "it is no regular file (- reads standard input)" in first


def test_a_file_that_was_not_read_is_among_the_loops(project: Path, command: Run, whole: str) -> None:
    (project / "agent.py").write_text(whole)
    (project / "broken.py").write_text(whole + "def broken(:\n")
    done = command("check", "--loops")
    assert done.returncode == 1
    assert done.stdout.endswith("1 tool loop: 1 whole. 1 file could not be looked at.\n")
    rows = json.loads(command("check", "--loops", "--output-format", "json").stdout)
    assert [row["verdict"] for row in rows] == ["whole", "not followed"]


@posix
def test_pipes_below_a_folder_are_passed_over(project: Path, agent: Path, command: Run) -> None:
    for name in ("pipe.py", ".gitignore"):
        os.mkfifo(project / name)
    done = command("check", ".")
    assert done.returncode == 1
    assert "in 1 of 1 file," in done.stdout


@pytest.mark.parametrize("arguments", [("check",), ("check", "agent.py"), ("fix",), ("check", "-")])
def test_a_folder_called_pyproject(agent: Path, command: Run, arguments: tuple[str, ...]) -> None:
    (agent.parent / "pyproject.toml").mkdir()
    done = command(*arguments, stdin=agent.read_text())
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("flake8-toolloop: ")
    assert done.stderr.endswith("pyproject.toml: is no regular file\n")
    assert done.stderr.count("\n") == 1
    assert command("check", "--isolated", "agent.py").returncode == 1


def test_a_folder_called_pyproject_under_flake8(agent: Path, flake8: Run) -> None:
    (agent.parent / "pyproject.toml").mkdir()
    done = flake8("--select", "TLP", "--isolated", "agent.py")
    assert "TLP902 not checked, the settings cannot be used" in done.stdout
    assert done.returncode == 1


# What is written


@posix
@pytest.mark.parametrize(
    "line", ["check", "check --output-format json", "rules", "explain nothing", "fix", "--version"]
)
def test_closed_output(agent: Path, lossy: str, line: str) -> None:
    done = shell(f"{line} >&-")
    assert (done.returncode, done.stderr) == (
        2,
        "flake8-toolloop: cannot write output: standard output is closed\n",
    )
    assert agent.read_text() == lossy


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
@pytest.mark.parametrize("line", ["check", "check --output-format json", "rules", "fix --diff", "fix - < agent.py"])
def test_a_full_disk(agent: Path, line: str) -> None:
    done = shell(f"{line} >/dev/full")
    assert (done.returncode, done.stderr.splitlines()[-1:]) == (
        2,
        ["flake8-toolloop: cannot write output: No space left on device"],
    )


@posix
def test_closed_input_and_errors(agent: Path) -> None:
    done = shell("check - <&-")
    assert (done.returncode, done.stderr) == (2, "flake8-toolloop: standard input is closed\n")
    assert shell("check 2>&-").returncode == 1
    assert shell("check nonsense --select X 2>&-").stdout == ""
    assert shell("check >&- 2>&-").returncode == 2


@posix
def test_a_file_with_two_names_keeps_them(agent: Path, command: Run, whole: str) -> None:
    other = agent.parent / "other.txt"
    os.link(agent, other)
    before = agent.stat()
    assert command("fix", "agent.py").returncode == 0
    assert agent.read_text() == other.read_text() == whole
    assert (agent.stat().st_ino, agent.stat().st_nlink) == (before.st_ino, 2)
    assert sorted(path.name for path in agent.parent.iterdir()) == [".git", "agent.py", "other.txt"]


# Names


NAMES = [
    "two\nlines.py",
    "bell\a.py",
    "\x1b[31mred.py",
    'a "quoted" name.py',
    "back\\slash.py",
    "tab\t.py",
    "caf\u00e9 au lait.py",
]


@posix
@pytest.mark.parametrize("name", NAMES)
def test_names_that_would_break_lines(project: Path, command: Run, lossy: str, whole: str, name: str) -> None:
    file = project / name
    file.write_text(lossy)
    told = command("check", "--show-fixes").stdout + command("check", "--loops").stdout
    assert not any(c in told for c in "\a\x1b\t")
    assert not any(line.startswith("lines.py") for line in told.splitlines())
    diff = command("fix", "--diff").stdout
    assert diff.splitlines()[2].startswith("@@ ")
    subprocess.run(["git", "apply", "-"], input=diff.encode(), check=True, cwd=project)
    assert file.read_text() == whole
    assert "\a" not in command("check", f"no\a{name}").stdout
    (project / f"empty\a{name.removesuffix('.py')}").mkdir()
    assert "\a" not in command("check", f"empty\a{name.removesuffix('.py')}").stderr


@pytest.mark.skipif(sys.platform != "linux", reason="names are text elsewhere")
def test_a_name_that_is_no_text(project: Path, command: Run, lossy: str, whole: str) -> None:
    name = os.fsdecode(b"odd\xff.py")
    (project / name).write_text(lossy)
    assert command("check").returncode == 1
    subprocess.run(["git", "apply", "-"], input=command("fix", "--diff").stdout.encode(), check=True, cwd=project)
    assert (project / name).read_text() == whole

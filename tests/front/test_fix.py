"""``fix``: what is written, what is only shown, and what is said."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from flake8_toolloop.fixes import sourcefile
from flake8_toolloop.fixes.sourcefile import SourceError, SourceFile
from flake8_toolloop.front.cli import run
from flake8_toolloop.front.repairing import _Tally
from flake8_toolloop.front.screen import Palette

Run = Callable[..., "subprocess.CompletedProcess[str]"]
Place = tuple[int, int]


@pytest.fixture
def agent(project: Path, lossy: str) -> Path:
    file = project / "agent.py"
    file.write_text(lossy)
    return file


def test_a_file_is_repaired(agent: Path, command: Run, whole: str) -> None:
    done = command("fix", "agent.py")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "Fixed agent.py: TLP101\nFixed 1 fault in 1 file; none remain.\n"
    assert agent.read_text() == whole
    again = command("fix", "agent.py")
    assert (again.returncode, again.stdout) == (0, "Fixed 0 faults in 0 files; none remain.\n")


def test_a_diff_writes_nothing_and_git_takes_it(agent: Path, command: Run, lossy: str, whole: str) -> None:
    done = command("fix", "--diff")
    assert done.returncode == 1
    assert done.stderr == "Would fix 1 fault in 1 file; none would remain.\n"
    assert done.stdout.startswith("--- a/agent.py\n+++ b/agent.py\n@@ ")
    assert agent.read_text() == lossy
    subprocess.run(["git", "apply", "-"], input=done.stdout, text=True, check=True, cwd=agent.parent)
    assert agent.read_text() == whole
    clean = command("fix", "--diff")
    assert (clean.returncode, clean.stdout) == (0, "")


def test_only_what_is_selected_and_not_quieted(agent: Path, command: Run, lossy: str, place: Place) -> None:
    assert command("fix", "--select", "TLP2").returncode == 0
    assert agent.read_text() == lossy
    lines = lossy.split("\n")
    lines[place[0] - 1] += "  # noqa: TLP101"
    agent.write_text("\n".join(lines))
    assert command("fix").returncode == 0
    assert agent.read_text() == "\n".join(lines)


def test_standard_input_comes_back_whole(project: Path, command: Run, lossy: str, whole: str) -> None:
    done = command("fix", "-", stdin=lossy)
    assert (done.returncode, done.stdout, done.stderr) == (0, whole, "")
    assert command("fix", "-", stdin="x  =  1\n").stdout == "x  =  1\n"
    broken = command("fix", "-", stdin=lossy + "def broken(:\n")
    assert broken.returncode == 1
    assert broken.stdout == lossy + "def broken(:\n"
    assert "TLP901" in broken.stderr
    assert command("fix", "--diff", "--stdin-filename", "sub/x.py", "-", stdin=lossy).stdout.startswith(
        "--- a/sub/x.py\n"
    )


@pytest.mark.parametrize("prefix", [b"\xef\xbb\xbf", b"# coding: latin-1\n# \xe9\n"])
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_bytes_beside_the_fix_stay(
    agent: Path, command: Run, lossy: str, whole: str, prefix: bytes, newline: str
) -> None:
    agent.write_bytes(prefix + lossy.replace("\n", newline).encode())
    agent.chmod(0o755)
    assert command("fix").returncode == 0
    assert agent.read_bytes() == prefix + whole.replace("\n", newline).encode()
    assert agent.stat().st_mode & 0o777 == 0o755


def test_a_file_that_cannot_be_written_is_said(
    agent: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], lossy: str
) -> None:
    def refuse(_file: SourceFile, _text: str) -> SourceFile:
        raise SourceError("not written: the disk is full")

    monkeypatch.setattr(sourcefile, "write", refuse)
    monkeypatch.setattr("flake8_toolloop.front.fixing.write", refuse)
    assert run(["fix"]) == 1
    assert "TLP901 not written: the disk is full" in capsys.readouterr().out
    assert agent.read_text() == lossy


def test_what_cannot_be_read_is_said_and_the_rest_repaired(agent: Path, command: Run, lossy: str, whole: str) -> None:
    (agent.parent / "broken.py").write_text(lossy + "def broken(:\n")
    done = command("fix", ".")
    assert done.returncode == 1
    assert agent.read_text() == whole
    assert f"broken.py:{1 + lossy.count(chr(10))}:" in done.stdout
    assert done.stdout.endswith("Fixed 1 fault in 1 file; 1 remains.\n")


@pytest.mark.parametrize(
    ("remaining", "unsafe", "said"),
    [
        (1, 0, "1 remains."),
        (1, 1, "1 remains, with a fix that --unsafe-fixes applies."),
        (2, 1, "2 remain, 1 of them with a fix that --unsafe-fixes applies."),
    ],
)
def test_what_remains_in_the_closing_line(remaining: int, unsafe: int, said: str) -> None:
    tally = _Tally(Palette(on=False), asked=False)
    tally.remaining, tally.unsafe = remaining, unsafe
    assert tally.summary(would=False) == f"Fixed 0 faults in 0 files; {said}"


def test_many_files_are_repaired_by_workers(project: Path, command: Run, lossy: str, whole: str) -> None:
    for number in range(20):
        (project / f"agent{number:02}.py").write_text(lossy)
    done = command("fix", "--jobs", "2")
    assert done.returncode == 0
    assert done.stdout.splitlines()[-1] == "Fixed 20 faults in 20 files; none remain."
    assert {file.read_text() for file in project.glob("*.py")} == {whole}

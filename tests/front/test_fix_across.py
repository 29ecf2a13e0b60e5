"""``fix`` where one repair changes several files: all of it or nothing, and only the files that were named."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from flake8_toolloop.fixes import sourcefile
from flake8_toolloop.fixes.sourcefile import SourceError, SourceFile
from flake8_toolloop.front import fixing
from flake8_toolloop.front.cli import run

Run = Callable[..., "subprocess.CompletedProcess[str]"]

MODELS = """\
from dataclasses import dataclass


@dataclass
class Reply:
    text: str
    calls: list
"""
CLIENT = """\
import anthropic

from agent.models import Reply

client = anthropic.Anthropic()


def ask(messages):
    response = client.messages.create(model="m", max_tokens=9, tools=[], messages=messages)
    calls = [b for b in response.content if b.type == "tool_use"]
    said = "".join(b.text for b in response.content if b.type == "text")
    return Reply(said, calls)
"""
WRITER = """\
from agent.client import ask
from agent.models import Reply


def write(reply: Reply):
    content = [{"type": "text", "text": reply.text}] if reply.text else []
    for call in reply.calls:
        content.append({"type": "tool_use", "id": call.id, "name": call.name, "input": call.input})
    return {"role": "assistant", "content": content}


def loop(messages, run):
    while True:
        reply = ask(messages)
        messages.append(write(reply))
        if not reply.calls:
            return reply.text
        results = [{"type": "tool_result", "tool_use_id": c.id, "content": run(c.name, c.input)} for c in reply.calls]
        messages.append({"role": "user", "content": results})
"""
FIELD = "    raw_content: list | None = None\n"
UNIT = "Reply(said, calls, raw_content=[block.to_dict() for block in response.content])"
SENT = '"content": reply.raw_content or content}'


@pytest.fixture
def agent(project: Path) -> Path:
    folder = project / "agent"
    folder.mkdir()
    for name, source in {"__init__": "", "models": MODELS, "client": CLIENT, "writer": WRITER}.items():
        (folder / f"{name}.py").write_text(source)
    return folder


def text(agent: Path) -> dict[str, str]:
    return {path.stem: path.read_text() for path in agent.glob("*.py")}


def test_all_files_are_repaired(agent: Path, command: Run) -> None:
    os.chmod(agent / "models.py", 0o640)
    done = command("fix", "--unsafe-fixes")
    assert done.stdout == (
        "Fixed agent/client.py: for agent/writer.py\n"
        "Fixed agent/models.py: for agent/writer.py\n"
        "Fixed agent/writer.py: TLP102\n"
        "Fixed 1 fault in 3 files; none remain.\n"
    )
    assert (done.returncode, done.stderr) == (0, "")
    after = text(agent)
    assert after["models"] == MODELS + FIELD
    assert UNIT in after["client"]
    assert SENT in after["writer"]
    assert (agent / "models.py").stat().st_mode & 0o777 == 0o640
    assert command("check").returncode == 0
    assert command("fix", "--unsafe-fixes").stdout == "Fixed 0 faults in 0 files; none remain.\n"
    assert text(agent) == after


def test_it_is_unsafe(agent: Path, command: Run) -> None:
    before = text(agent)
    done = command("fix")
    assert done.returncode == 1
    assert "1 remains, with a fix that --unsafe-fixes applies" in done.stdout
    assert text(agent) == before


def test_a_diff_over_all_files_that_git_takes(agent: Path, command: Run) -> None:
    before = text(agent)
    done = command("fix", "--unsafe-fixes", "--diff")
    assert done.returncode == 1
    assert text(agent) == before
    subprocess.run(["git", "apply", "-"], input=done.stdout, text=True, check=True, cwd=agent.parent)
    after = text(agent)
    assert after["models"] == MODELS + FIELD
    assert UNIT in after["client"]
    assert SENT in after["writer"]


def test_only_files_that_were_named(agent: Path, command: Run) -> None:
    before = text(agent)
    done = command("fix", "--unsafe-fixes", "agent/writer.py")
    assert done.returncode == 1
    assert "also changes client.py, which is not among the files to be repaired" in done.stdout
    assert text(agent) == before


def test_excluded_files_stay(agent: Path, command: Run) -> None:
    (agent.parent / "pyproject.toml").write_text('[tool.flake8-toolloop]\nexclude = ["agent/models.py"]\n')
    before = text(agent)
    done = command("fix", "--unsafe-fixes")
    assert done.returncode == 1
    assert "models.py, which is not among the files" in done.stdout
    assert text(agent) == before


def test_two_writers_share_the_field(agent: Path, command: Run) -> None:
    (agent / "second.py").write_text(WRITER.replace("write(", "wire("))
    done = command("fix", "--unsafe-fixes")
    assert done.returncode == 0, done.stdout + done.stderr
    after = text(agent)
    assert after["models"] == MODELS + FIELD
    assert after["client"].count("raw_content=") == 1
    assert SENT in after["writer"]
    assert SENT in after["second"]


def test_with_a_repair_of_the_file_itself(agent: Path, command: Run, lossy: str) -> None:
    """What is repaired in the other file on the way is kept."""
    (agent / "client.py").write_text(CLIENT + "\n\n" + lossy)
    done = command("fix", "--unsafe-fixes")
    assert done.returncode == 0, done.stdout + done.stderr
    after = text(agent)
    assert UNIT in after["client"]
    assert '"content": r.content' in after["client"]
    diffed = command("fix", "--unsafe-fixes", "--diff")
    assert diffed.stdout == ""


@pytest.mark.parametrize("broken", ["client.py", "models.py", "writer.py"])
def test_all_of_it_or_nothing(
    agent: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], broken: str
) -> None:
    """Whichever file cannot be written: those that were written already are put back."""

    def write(file: SourceFile, text: str) -> None:
        if file.path.name == broken:
            raise SourceError("not written: the disk is full")
        sourcefile.write(file, text)

    monkeypatch.setattr(fixing, "write", write)
    before = text(agent)
    assert run(["fix", "--unsafe-fixes", "--jobs", "1"]) == 1
    assert text(agent) == before
    said = capsys.readouterr().out
    assert "the disk is full" in said
    assert "Fixed 0 faults" in said
    assert broken == "writer.py" or f"also changes {broken}, which could not be written" in said


def test_standard_input_is_one_file(agent: Path, command: Run) -> None:
    done = command("fix", "--unsafe-fixes", "--stdin-filename", "agent/writer.py", "-", stdin=WRITER)
    assert done.stdout == WRITER
    assert "its fix also changes client.py: run `fix` on the files themselves" in done.stderr


def test_json_names_the_files_of_the_edits(agent: Path, command: Run) -> None:
    done = command("check", "--output-format", "json", "--show-fixes", "agent/writer.py")
    (row,) = json.loads(done.stdout)
    assert row["fix"]["applicability"] == "unsafe"
    files = [edit.get("filename") for edit in row["fix"]["edits"]]
    assert files == [None, str(agent / "client.py"), str(agent / "models.py")]
    assert "it also changes client.py and models.py" in row["fix"]["message"]

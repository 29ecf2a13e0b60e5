"""flake8 on one file, flake8 on a folder and ``check`` on a project say the same: each follows a file's imports."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent

import pytest

pytestmark = pytest.mark.slow  # says the same on every version: the newest runs it

Run = Callable[..., "subprocess.CompletedProcess[str]"]
EXAMPLES = Path(__file__).parents[2] / "examples"
Place = tuple[str, int, int, str]

AGENT = """
    import anthropic
    from .wire{number} import turn
    from .names import ASSISTANT

    def run(history, tools, execute):
        while True:
            reply = anthropic.Anthropic().messages.create(model="m", max_tokens=9, tools=tools, messages=history)
            history.append({{"role": ASSISTANT, "content": turn(reply)}})
            if reply.stop_reason != "tool_use":
                return reply
            history.append({{"role": "user", "content": [
                {{"type": "tool_result", "tool_use_id": b.id, "content": execute(b)}}
                for b in reply.content if b.type == "tool_use"]}})
    """
WIRES = (
    "def turn(reply):\n    return [b for b in reply.content if b.type not in ('thinking', 'redacted_thinking')]\n",
    "def turn(reply):\n    return reply.content\n",
)


def checked(command: Run, *paths: Path, jobs: int = 1) -> set[Place]:
    done = command("check", "--exit-zero", "--output-format", "json", "--jobs", str(jobs), *map(str, paths))
    assert done.returncode == 0
    rows = json.loads(done.stdout)
    return {(r["filename"], r["location"]["row"], r["location"]["column"], r["code"]) for r in rows}


def linted(flake8: Run, *paths: Path) -> set[Place]:
    options = ("--isolated", "--select", "TLP", "-j1", "--format", "%(path)s|%(row)d|%(col)d|%(code)s")
    done = flake8(*options, *map(str, paths))
    assert not done.stderr
    rows = [line.split("|") for line in done.stdout.splitlines()]
    return {(str(Path(path).absolute()), int(row), int(column), code) for path, row, column, code in rows}


def test_the_example(command: Run, flake8: Run) -> None:
    folder = EXAMPLES / "legacy_agent"
    whole = checked(command, folder)
    assert {Path(place[0]).name for place in whole} == {"loop.py", "convert.py", "cli.py"}
    assert linted(flake8, folder) == whole
    files = [folder / name for name in ("loop.py", "convert.py", "cli.py", "client.py")]
    assert {place for file in files for place in linted(flake8, file)} == whole


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_package_whose_chains_go_through_files(tmp_path: Path, jobs: int, command: Run, flake8: Run) -> None:
    package = tmp_path / "app"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "names.py").write_text('ASSISTANT = "assistant"\n')
    for number in range(10):
        (package / f"wire{number}.py").write_text(WIRES[number % 2])
        (package / f"agent{number}.py").write_text(dedent(AGENT.format(number=number)))
    whole = checked(command, tmp_path, jobs=jobs)
    lossy = {str(package / f"agent{number}.py") for number in range(0, 10, 2)}
    assert {(path, code) for path, _, _, code in whole if code != "TLP403"} == {(path, "TLP101") for path in lossy}
    if jobs == 1:
        assert linted(flake8, tmp_path) == whole
        assert {p for n in (0, 1, 2) for p in linted(flake8, package / f"agent{n}.py")} == {
            p for p in whole if p[0].endswith(("agent0.py", "agent2.py"))
        }

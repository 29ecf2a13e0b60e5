"""``flake8-toolloop provider``: a program that knows nothing of it is run against it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.conftest import Run

pytest.importorskip("anthropic")

LOOP = """\
import sys
import anthropic

tools = [{"name": "weather", "description": "Weather", "input_schema": {"type": "object"}}]
messages = [{"role": "user", "content": "Weather?"}]
keep = sys.argv[1:] or None
with anthropic.Anthropic() as client:
    while True:
        r = client.messages.create(model="m", max_tokens=99, tools=tools, messages=messages)
        kept = [b for b in r.content if keep is None or b.type in keep]
        messages.append({"role": "assistant", "content": kept})
        calls = [b for b in r.content if b.type == "tool_use"]
        if not calls:
            break
        results = [{"type": "tool_result", "tool_use_id": b.id, "content": "21"} for b in calls]
        messages.append({"role": "user", "content": results})
"""


@pytest.fixture
def loop(project: Path) -> str:
    path = project / "loop.py"
    path.write_text(LOOP, encoding="utf-8")
    return str(path)


def python() -> str:
    import sys

    return sys.executable


def test_a_right_loop(command: Run, loop: str) -> None:
    done = command("provider", "--mode", "prefix", "--", python(), loop)
    assert (done.returncode, done.stdout, done.stderr) == (0, "3 requests, nothing to say\n", "")


@pytest.mark.slow
def test_a_loop_that_loses(command: Run, loop: str) -> None:
    done = command("provider", "--", python(), loop, "text", "tool_use")
    assert done.returncode == 1
    assert "request 2: turn 1: block 0 (thinking) did not come back" in done.stdout
    assert "request 3: turn 2: block 2 (not_invented_yet) did not come back" in done.stdout
    refused = command("provider", "--mode", "manual", "--", python(), loop, "tool_use")
    assert refused.returncode == 1
    assert "request 2 refused: 400 invalid_request_error: messages.1.content.0.type: Expected" in refused.stdout


@pytest.mark.slow
def test_a_script_of_ones_own(command: Run, loop: str, project: Path) -> None:
    script = project / "script.json"
    script.write_text(json.dumps([[{"type": "text", "text": "Warm."}]]), encoding="utf-8")
    done = command("provider", "--script", str(script), "--", python(), loop)
    assert done.stdout == "1 requests, nothing to say\n"
    script.write_text("[1]", encoding="utf-8")
    done = command("provider", "--script", str(script), "--", python(), loop)
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)


def test_it_stops_by_itself(command: Run) -> None:
    done = command("provider", "--idle", "0.3")
    lines = done.stdout.splitlines()
    assert done.returncode == 1
    assert lines[0].startswith("export ANTHROPIC_BASE_URL=http://127.0.0.1:")
    assert lines[-1] == "no request came"


def test_a_command_that_is_not_there(command: Run) -> None:
    done = command("provider", "--", "no-such-program-here")
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)


def test_without_the_extra(command: Run, project: Path) -> None:
    (project / "uvicorn.py").write_text("raise ImportError('not here')\n", encoding="utf-8")
    done = command("provider", "--idle", "0.1", PYTHONPATH=f"{project}:{source()}")
    assert done.returncode == 2
    assert done.stderr == 'flake8-toolloop: this needs the extra `testing`: pip install "flake8-toolloop[testing]"\n'


def source() -> str:
    """Where the package under test is imported from."""
    import flake8_toolloop

    return str(Path(flake8_toolloop.__file__).parents[1])

"""The command, as a user runs it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import jsonschema
import pytest

from flake8_toolloop import __version__
from flake8_toolloop.front import checking
from flake8_toolloop.front.cli import run

Run = Callable[..., "subprocess.CompletedProcess[str]"]
Place = tuple[int, int]
SCHEMA = json.loads((Path(__file__).parents[2] / "docs" / "json-schema-v1.json").read_text(encoding="utf-8"))


@pytest.fixture
def agent(project: Path, lossy: str) -> Path:
    file = project / "agent.py"
    file.write_text(lossy)
    return file


def test_a_faulty_file(agent: Path, command: Run, place: Place) -> None:
    done = command("check", "agent.py")
    line, column = place
    assert done.returncode == 1
    assert done.stderr == ""
    first, code, carets, *rest = done.stdout.splitlines()
    assert first.startswith(f"agent.py:{line}:{column + 1}: TLP101 error")
    assert code.startswith(f"  {line} | messages.append(")
    assert carets.count("^") == 46
    assert "  the way of the turn" in rest
    assert any(row.split()[:2] == ["model", "call"] for row in rest)
    assert rest[-1].startswith("Found 1 fault (1 error) in 1 of 1 file, 1 tool loop")


def test_a_clean_folder(project: Path, command: Run, whole: str) -> None:
    (project / "agent.py").write_text(whole)
    (project / "ordinary.py").write_text("x = 1\n")
    done = command("check")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("No faults found in 2 files, 1 tool loop")
    assert done.stdout.count("\n") == 1


def test_a_folder_without_python_says_so(project: Path, command: Run) -> None:
    done = command("check")
    assert done.returncode == 0
    assert done.stderr == "flake8-toolloop: no Python files below .\n"


def test_json(agent: Path, command: Run, place: Place) -> None:
    done = command("check", "--output-format", "json", "--show-fixes")
    assert (done.returncode, done.stderr) == (1, "")
    rows = json.loads(done.stdout)
    jsonschema.validate(rows, SCHEMA)
    (row,) = rows
    assert row["filename"] == str(agent)
    assert row["location"] == {"row": place[0], "column": place[1] + 1}
    assert row["dialect"] == "anthropic"
    assert {"model call", "replay"} <= {related["role"] for related in row["related"]}
    assert row["fix"]["edits"]


def test_json_of_nothing(project: Path, command: Run, whole: str) -> None:
    (project / "agent.py").write_text(whole)
    assert json.loads(command("check", "--output-format=json").stdout) == []


def test_loops(agent: Path, command: Run, whole: str) -> None:
    (agent.parent / "whole.py").write_text(whole)
    done = command("check", "--loops")
    assert done.returncode == 1
    damaged, intact, summary = done.stdout.splitlines()
    assert damaged.startswith("agent.py:")
    assert "damaged" in damaged
    assert "TLP101" in damaged
    assert intact.startswith("whole.py:")
    assert summary == "2 tool loops: 1 whole, 1 damaged."
    rows = json.loads(command("check", "--loops", "--output-format=json").stdout)
    jsonschema.validate(rows, SCHEMA)
    assert [row["verdict"] for row in rows] == ["damaged", "whole"]


def test_statistics(agent: Path, command: Run, lossy: str) -> None:
    (agent.parent / "second.py").write_text(lossy)
    assert "\n2  TLP101  filtered-assistant-turn\n" in command("check", "--statistics").stdout


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("--select", "TLP101"), 1),
        (("--select", "TLP2,TLP1"), 1),
        (("--select", "TLP2"), 0),
        (("--ignore", "TLP101"), 0),
        (("--ignore", "TLP2", "--ignore", "TLP1"), 0),
        (("--exclude", "agent.py"), 0),
        (("--exit-zero",), 0),
        (("--persona", "strict"), 1),
    ],
)
def test_selection(agent: Path, command: Run, arguments: tuple[str, ...], code: int) -> None:
    assert command("check", *arguments).returncode == code


@pytest.mark.parametrize("comment", ["# noqa", "# noqa: TLP101", "# noqa:TLP1"])
def test_noqa(agent: Path, command: Run, lossy: str, place: Place, comment: str) -> None:
    lines = lossy.split("\n")
    lines[place[0] - 1] += f"  {comment}"
    agent.write_text("\n".join(lines))
    assert command("check").returncode == 0


def test_pyproject_and_isolated(agent: Path, command: Run) -> None:
    (agent.parent / "pyproject.toml").write_text(
        '[tool.flake8-toolloop]\nper-file-ignores = { "agent.py" = ["TLP1"] }\n'
    )
    assert command("check").returncode == 0
    assert command("check", "--isolated").returncode == 1


def test_standard_input(agent: Path, command: Run, lossy: str, place: Place) -> None:
    done = command("check", "-", stdin=lossy)
    assert done.returncode == 1
    assert done.stdout.startswith(f"-:{place[0]}:")
    named = command("check", "--output-format=json", "--stdin-filename", "sub/x.py", "-", stdin=lossy)
    assert json.loads(named.stdout)[0]["filename"] == str(agent.parent / "sub" / "x.py")
    assert command("check", "-", stdin="x = 1\n").returncode == 0
    (agent.parent / "pyproject.toml").write_text('[tool.flake8-toolloop]\nper-file-ignores = { "sub/" = ["TLP1"] }\n')
    assert command("check", "--stdin-filename", "sub/x.py", "-", stdin=lossy).returncode == 0
    assert command("check", "--stdin-filename", "x.py", "-", stdin=lossy).returncode == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("check", "--select", "E501"), "--select: 'E501' is no code of this tool"),
        (("check", "--select", "TLP999"), "--select: no rule's code begins with 'TLP999'"),
        (("check", "--ignore", "tlp101"), "did you mean 'TLP101'?"),
        (("check", "--persona", "wild"), "invalid choice: 'wild'"),
        (("check", "--exclude", "!"), "--exclude: '!' is not a pattern"),
        (("check", "--jobs", "0"), "'0' is not a number of processes"),
        (("check", "-", "a.py"), "- reads standard input and takes no other path"),
        (("check", "--stdin-filename", "a.py"), "--stdin-filename needs - as the path"),
        (("check", "--no-such-option"), "unrecognized arguments: --no-such-option"),
        (("check", "nowhere.py"), "nowhere.py: there is no such file or folder"),
        (("check", ".", "nowhere"), "nowhere: there is no such file or folder"),
        (("fix", "nowhere.py"), "nowhere.py: there is no such file or folder"),
        (("rule", "TLP999"), "there is no rule 'TLP999'"),
        (("rule", "filtered-asistant-turn"), "did you mean filtered-assistant-turn?"),
        (("chek",), "invalid choice: 'chek'"),
        ((), "required"),
    ],
)
def test_wrong_usage_is_one_line_and_two(command: Run, arguments: tuple[str, ...], said: str) -> None:
    done = command(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert done.stderr.startswith("flake8-toolloop")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("files", [1, 20])
def test_settings_that_cannot_be_used_are_one_line_and_two(project: Path, command: Run, lossy: str, files: int) -> None:
    for number in range(files):
        (project / f"agent{number}.py").write_text(lossy)
    (project / "pyproject.toml").write_text('[tool.flake8-toolloop]\npersona = "wild"\n')
    for arguments in (("check",), ("check", "agent0.py"), ("fix", "--diff"), ("check", "-")):
        done = command(*arguments, stdin=lossy)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == (
            f"flake8-toolloop: {project / 'pyproject.toml'}: tool.flake8-toolloop.persona: "
            "'wild' is not one of 'default', 'strict'\n"
        )


def test_a_file_that_cannot_be_read_is_a_finding(agent: Path, command: Run, lossy: str) -> None:
    agent.write_text(lossy + "def broken(:\n")
    (agent.parent / "second.py").write_text(lossy)
    done = command("check", ".")
    assert done.returncode == 1
    assert f"agent.py:{1 + lossy.count(chr(10))}:" in done.stdout
    assert "TLP901 error" in done.stdout
    assert "invalid syntax" in done.stdout
    assert "second.py:" in done.stdout


def test_a_reader_that_goes_away_is_no_traceback(agent: Path) -> None:
    done = subprocess.run(
        f"'{sys.executable}' -m flake8_toolloop check | true; echo ${{PIPESTATUS[0]}}",
        shell=True,
        executable="/bin/bash",
        capture_output=True,
        text=True,
    )
    assert (done.stdout, done.stderr) == ("1\n", "")


def test_ctrl_c_is_one_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted(_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(checking, "check", interrupted)
    assert run(["check"]) == 130
    assert capsys.readouterr().err == "flake8-toolloop: interrupted\n"


def heed_ctrl_c() -> None:
    """What a shell starts in the background is told to ignore Ctrl-C, and so are its children."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc for the workers")
def test_ctrl_c_ends_the_workers_too(project: Path, lossy: str) -> None:
    for number in range(120):
        (project / f"agent{number}.py").write_text(lossy * 20)
    arguments = [sys.executable, "-m", "flake8_toolloop", "check", "--jobs", "2", "."]
    with subprocess.Popen(
        arguments,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=heed_ctrl_c,  # noqa: PLW1509 - there are no threads
    ) as process:
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
        while process.poll() is None and not children.read_text().strip():
            time.sleep(0.05)
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGINT)
        _, said = process.communicate(timeout=60)
    assert process.returncode in (130, 1)
    if sys.version_info >= (3, 13):
        assert said in ("flake8-toolloop: interrupted\n", "")
    else:  # older pools may tell of the files that they were stopped in
        assert said == "" or "flake8-toolloop: interrupted" in said


def test_an_error_of_ours_is_one_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def broken(_: object) -> int:
        raise ZeroDivisionError("no\nluck")

    monkeypatch.setattr(checking, "check", broken)
    assert run(["check"]) == 2
    assert (
        capsys.readouterr().err == "flake8-toolloop: an error in flake8-toolloop itself: ZeroDivisionError: no luck\n"
    )


def test_output_that_the_terminal_cannot_show(agent: Path, command: Run, lossy: str) -> None:
    agent.write_text(lossy.replace('"role": "assistant",', '"role": "assistant", "é": "\U0001f926",'), encoding="utf-8")
    done = command("check", PYTHONIOENCODING="ascii")
    assert done.returncode == 1
    assert "\\U0001f926" in done.stdout


def test_colours(agent: Path, command: Run) -> None:
    assert "\x1b[" not in command("check").stdout
    assert "\x1b[" in command("check", FORCE_COLOR="1").stdout
    assert "\x1b[" not in command("check", FORCE_COLOR="1", NO_COLOR="1").stdout


def test_version_and_help(command: Run) -> None:
    assert command("--version").stdout == f"flake8-toolloop {__version__}\n"
    for arguments in (("--help",), ("check", "--help"), ("fix", "--help")):
        assert command(*arguments).returncode == 0


def test_the_script_has_our_name_and_no_other(command: Run) -> None:
    folder = Path(sys.executable).parent
    if not (folder / "flake8-toolloop").exists():
        pytest.skip("not installed with scripts")
    assert not (folder / "toolloop").exists()
    done = subprocess.run([folder / "flake8-toolloop", "--version"], capture_output=True, text=True)
    assert done.stdout == f"flake8-toolloop {__version__}\n"


def test_rules_and_one_rule(command: Run) -> None:
    listed = command("rules").stdout
    assert any(line.startswith("TLP101  filtered-assistant-turn ") for line in listed.splitlines())
    for word in ("TLP101", "tlp101", "filtered-assistant-turn"):
        done = command("rule", word)
        assert done.returncode == 0
        assert done.stdout.startswith("TLP101 filtered-assistant-turn (error, fixable)\n")
        assert "Why it is wrong" in done.stdout


def test_a_run_over_files_without_a_needle_loads_no_engine(project: Path) -> None:
    (project / "ordinary.py").write_text("import os\n")
    code = "from flake8_toolloop.front.cli import run; run(['check']); import sys; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.splitlines()[-1].split())
    assert (
        not {
            *("libcst", "astroid", "pathspec", "tomllib", "concurrent.futures", "difflib", "tempfile"),
            *("flake8_toolloop.flow", "flake8_toolloop.analysis", "flake8_toolloop.rules"),
        }
        & loaded
    )

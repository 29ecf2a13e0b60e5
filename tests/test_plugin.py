"""flake8's door, through flake8 itself."""

from __future__ import annotations

import argparse
import ast
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from flake8_toolloop import analysis
from flake8_toolloop.plugin import Plugin

Run = Callable[..., "subprocess.CompletedProcess[str]"]
Place = tuple[int, int]

OPTIONS = argparse.Namespace(toolloop_persona=None, toolloop_model_calls=None, toolloop_sanctioned=None)


def codes(done: subprocess.CompletedProcess[str]) -> list[str]:
    assert done.stderr == ""
    return re.findall(r": (\w\d+|[A-Z]+\d+) ", done.stdout)


def test_a_finding_has_its_place_code_and_message(project: Path, flake8: Run, lossy: str, place: Place) -> None:
    (project / "agent.py").write_text(lossy)
    done = flake8("--select", "TLP", "agent.py")
    line, column = place
    assert done.returncode == 1
    assert done.stdout.startswith(f"agent.py:{line}:{column + 1}: TLP101 ")
    assert done.stdout.count("\n") == 1


def test_flake8_selects_us_without_being_told(project: Path, flake8: Run, lossy: str, whole: str) -> None:
    (project / "agent.py").write_text(lossy)
    (project / "whole.py").write_text(whole)
    assert codes(flake8("--max-line-length=130", ".")) == ["TLP101"]


def test_the_version_names_us(flake8: Run) -> None:
    assert "flake8-toolloop: " in flake8("--version").stdout.replace("TLP: ", "flake8-toolloop: ")


@pytest.mark.parametrize(
    "arguments",
    [
        ("--ignore", "TLP"),
        ("--extend-ignore", "TLP101"),
        ("--select", "E"),
        ("--per-file-ignores", "agent.py:TLP101"),
    ],
)
def test_flake8s_own_selection_works(project: Path, flake8: Run, lossy: str, arguments: tuple[str, ...]) -> None:
    (project / "agent.py").write_text(lossy)
    assert "TLP101" not in codes(flake8(*arguments, "agent.py"))


@pytest.mark.parametrize(
    "table",
    [
        'ignore = ["TLP101"]',
        'select = ["TLP2"]',
        'exclude = ["agent.py"]',
        'per-file-ignores = { "agent.py" = ["TLP1"] }',
    ],
)
def test_our_table_in_pyproject_works(project: Path, flake8: Run, lossy: str, table: str) -> None:
    (project / "agent.py").write_text(lossy)
    (project / "pyproject.toml").write_text(f"[tool.flake8-toolloop]\n{table}\n")
    assert codes(flake8("--select", "TLP", "agent.py")) == []


def test_a_table_that_cannot_be_used_is_one_finding_for_each_file(project: Path, flake8: Run, lossy: str) -> None:
    (project / "agent.py").write_text(lossy)
    (project / "ordinary.py").write_text("x = 1\n")
    (project / "pyproject.toml").write_text("[tool.flake8-toolloop]\nslect = []\n")
    done = flake8("--select", "TLP", ".")
    assert codes(done) == ["TLP902"]
    assert "unknown key 'slect', did you mean 'select'?" in done.stdout


@pytest.mark.parametrize("comment", ["# noqa", "# noqa: TLP101", "# noqa: TLP1", "# noqa: E501, TLP101"])
def test_a_comment_on_the_reported_line_quiets_it(
    project: Path, flake8: Run, lossy: str, place: Place, comment: str
) -> None:
    lines = lossy.splitlines()
    lines[place[0] - 1] += f"  {comment}"
    (project / "agent.py").write_text("\n".join(lines) + "\n")
    assert codes(flake8("--select", "TLP", "agent.py")) == []
    assert codes(flake8("--select", "TLP", "--disable-noqa", "agent.py")) == ["TLP101"]


def test_options_live_in_flake8s_configuration_too(project: Path, flake8: Run, lossy: str) -> None:
    (project / "agent.py").write_text(lossy)
    (project / ".flake8").write_text("[flake8]\nselect = TLP\ntoolloop-sanctioned = not-a-name\n")
    assert "--toolloop-sanctioned: 'not-a-name' is not a dotted name" in flake8("agent.py").stdout
    (project / ".flake8").write_text(
        "[flake8]\ntoolloop-persona = strict\ntoolloop-model-calls =\n    house.ask,\n    b.c\n"
    )
    assert "TLP101" in codes(flake8("agent.py"))


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_worker_processes_have_the_options(project: Path, lossy: str, method: str) -> None:
    for number in range(4):
        (project / f"agent{number}.py").write_text(lossy)
    (project / ".flake8").write_text("[flake8]\nselect = TLP\ntoolloop-sanctioned = not-a-name\njobs = 2\n")
    script = project / "go.py"
    script.write_text(
        "import multiprocessing\n"
        "from flake8.main.cli import main\n"
        "if __name__ == '__main__':\n"
        f"    multiprocessing.set_start_method({method!r})\n"
        "    raise SystemExit(main(['.']))\n"
    )
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, cwd=project, timeout=120)
    assert codes(done) == ["TLP902"] * 4


def test_standard_input_has_the_name_that_it_was_given(project: Path, flake8: Run, lossy: str, place: Place) -> None:
    line, column = place
    done = flake8("--select", "TLP", "-", stdin=lossy)
    assert done.stdout.startswith(f"stdin:{line}:{column + 1}: TLP101 ")
    (project / "sub").mkdir()
    (project / "sub" / "pyproject.toml").write_text('[tool.flake8-toolloop]\nignore = ["TLP1"]\n')
    assert codes(flake8("--select", "TLP", "--stdin-display-name", "sub/agent.py", "-", stdin=lossy)) == []


def test_it_works_beside_other_plugins(project: Path, flake8: Run, lossy: str) -> None:
    """flake8-bugbear and flake8-async read the same tree, before and after us."""
    loop = lossy.replace(
        "def run(call):", "async def run(call, into=[]):\n    try:\n        pass\n    except:\n        pass"
    )
    (project / "agent.py").write_text(loop)
    found = codes(flake8("--select", "TLP,B,ASYNC", "--enable=ASYNC", "agent.py"))
    assert "TLP101" in found
    assert "B006" in found


@pytest.mark.parametrize(
    ("encoded", "prefix"),
    [(b"", ""), (b"\xef\xbb\xbf", ""), (b"", "# -*- coding: latin-1 -*-\n"), (b"", "'\U0001f926 é'\n\x0c\n")],
    ids=["plain", "bom", "cookie", "form feed and emoji"],
)
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_the_line_is_right_in_any_file(
    project: Path, flake8: Run, lossy: str, place: Place, encoded: bytes, prefix: str, newline: str
) -> None:
    text = (prefix + lossy).replace("\n", newline)
    (project / "agent.py").write_bytes(encoded + text.encode())
    line, column = place
    done = flake8("--select", "TLP", "agent.py")
    assert done.stdout.startswith(f"agent.py:{line + prefix.count(chr(10))}:{column + 1}: TLP101 ")


def test_columns_count_characters(project: Path, flake8: Run, lossy: str, place: Place) -> None:
    """As those of pycodestyle and of editors do; ast's count bytes."""
    (project / "agent.py").write_text(
        lossy.replace('{"role": "assistant",', '{"é": "\U0001f926", "role": "assistant",')
    )
    line, column = place
    added = len('"é": "\U0001f926", ')
    assert flake8("--select", "TLP", "agent.py").stdout.startswith(f"agent.py:{line}:{column + added + 1}: TLP101 ")


def test_an_error_of_ours_is_a_finding(monkeypatch: pytest.MonkeyPatch, lossy: str) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("no luck")

    monkeypatch.setattr(analysis, "analyse", broken)
    plugin = Plugin(ast.parse(lossy), "agent.py", lossy.splitlines(keepends=True), OPTIONS)
    ((line, column, text, kind),) = plugin.run()
    assert (line, column, kind) == (1, 0, Plugin)
    assert text.startswith("TLP902 flake8-toolloop failed on this file (ZeroDivisionError: no luck")


def test_the_tree_is_used_and_left_as_it_was(monkeypatch: pytest.MonkeyPatch, lossy: str) -> None:
    tree = ast.parse(lossy)
    before = [vars(node).keys() for node in ast.walk(tree)], ast.dump(tree, include_attributes=True)
    # pytest parses the modules that are imported for the first time
    assert list(Plugin(tree, "agent.py", lossy.splitlines(keepends=True), OPTIONS).run())
    monkeypatch.setattr(ast, "parse", lambda *_, **__: pytest.fail("parsed again"))
    found = list(Plugin(tree, "agent.py", lossy.splitlines(keepends=True), OPTIONS).run())
    assert [text.split()[0] for _, _, text, _ in found] == ["TLP101"]
    assert ([vars(node).keys() for node in ast.walk(tree)], ast.dump(tree, include_attributes=True)) == before


def loaded(code: str, cwd: Path) -> set[str]:
    """The packages that a fresh process has loaded after ``code``."""
    show = "\nimport sys\nprint(*sys.modules)\n"
    done = subprocess.run([sys.executable, "-c", code + show], capture_output=True, text=True, check=True, cwd=cwd)
    return set(done.stdout.splitlines()[-1].split())


RUN = """
import argparse, ast
from flake8_toolloop.plugin import Plugin
source = open({file!r}).read()
options = argparse.Namespace(toolloop_persona=None, toolloop_model_calls=None, toolloop_sanctioned=None)
print(*Plugin(ast.parse(source), {file!r}, source.splitlines(keepends=True), options).run())
"""


def test_a_file_without_a_needle_loads_no_engine(project: Path, lossy: str) -> None:
    (project / "ordinary.py").write_text(
        "import os\n\n\ndef f(messages):\n    return [m for m in messages if m.type]\n"
    )
    assert not {
        "libcst",
        "astroid",
        "pathspec",
        "tomllib",
        "flake8_toolloop.flow",
        "flake8_toolloop.analysis",
    } & loaded(RUN.format(file="ordinary.py"), project)


def test_a_file_with_a_needle_loads_neither_libcst_nor_astroid(project: Path, lossy: str) -> None:
    (project / "agent.py").write_text(lossy)
    assert not {"libcst", "astroid", "pathspec", "tomllib"} & loaded(RUN.format(file="agent.py"), project)


def test_the_contracts_of_recordings_are_not_loaded(project: Path, lossy: str) -> None:
    """The data halves of other dialects and the judges are for what is recorded, not for code."""
    (project / "agent.py").write_text(lossy)
    data = {f"flake8_toolloop.dialects.{name}" for name in ("responses", "gemini", "bedrock", "chat_wire")}
    assert not {*data, "flake8_toolloop.testing", "flake8_toolloop.transcripts"} & loaded(
        RUN.format(file="agent.py"), project
    )

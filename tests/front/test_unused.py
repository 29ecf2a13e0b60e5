"""TLP903: comments that quiet nothing, as the command reports and repairs them."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from flake8_toolloop.analysis import analyse
from flake8_toolloop.findings import Finding
from flake8_toolloop.fixes.apply import fix_source
from flake8_toolloop.flow import provenance
from flake8_toolloop.reporting import shown
from flake8_toolloop.settings import Settings

Run = Callable[..., "subprocess.CompletedProcess[str]"]
Place = tuple[int, int]


def unused(source: str, **settings: object) -> list[Finding]:
    chosen = Settings(**settings)  # type: ignore[arg-type]
    report = analyse(source, "agent.py", chosen)
    return [finding for finding in shown(report, source, chosen) if finding.code == "TLP903"]


def repaired(source: str, *, unsafe: bool = False) -> str:
    return fix_source(source, "agent.py", Settings(), unsafe=unsafe).source


@pytest.fixture
def marked(lossy: str, place: Place) -> Callable[[str], str]:
    """The faulty loop with a comment on the line of its fault."""

    def at(comment: str) -> str:
        lines = lossy.split("\n")
        lines[place[0] - 1] += comment
        return "\n".join(lines)

    return at


@pytest.mark.parametrize(
    ("before", "message", "after"),
    [
        ("x = 1  # noqa: TLP101\n", "TLP101", "x = 1\n"),
        ("x = 1  # noqa: TLP101, TLP202\n", "TLP101, TLP202", "x = 1\n"),
        ("x = 1  # NOQA:TLP101\n", "TLP101", "x = 1\n"),
        ("x = 1  # noqa: E501,TLP101\n", "TLP101", "x = 1  # noqa: E501\n"),
        ("x = 1  # noqa: TLP101, E501, W291 because\n", "TLP101", "x = 1  # noqa: E501, W291 because\n"),
        ("x = 1  # noqa: TLP101 E501 W291\n", "TLP101", "x = 1  # noqa: E501 W291\n"),
        (
            "x = 1  # noqa: TLP101  # the filter is for the screen\n",
            "TLP101",
            "x = 1  # the filter is for the screen\n",
        ),
        ("x = 1  # type: ignore # noqa: TLP101\n", "TLP101", "x = 1  # type: ignore\n"),
        ("x = 1  # noqa: TLP101 - it is shown only\n", "TLP101", None),
        ("if x:\n    # noqa: TLP101\n    y = 1\n", "TLP101", "if x:\n    y = 1\n"),
        ("x = 1\n# noqa: TLP101", "TLP101", "x = 1\n"),
        ("x = '''\n'''  # noqa: TLP101\n", "TLP101", "x = '''\n'''\n"),
        ("é = '\U0001f926'  # noqa: TLP101\r\ny = 2\r\n", "TLP101", "é = '\U0001f926'\r\ny = 2\r\n"),
        ("x = 1  # noqa: TLP999, TLP202\n", "TLP202", "x = 1  # noqa: TLP999\n"),
    ],
)
def test_a_comment_that_quiets_nothing(before: str, message: str, after: str | None) -> None:
    (finding,) = unused(before)
    assert finding.message == f"`# noqa: {message}` quiets nothing on this line"
    assert before.split("\n")[finding.span.line - 1][finding.span.column :].lower().startswith("# noqa")
    assert repaired(before) == (before if after is None else after)
    assert (finding.no_fix_reason is None) is (after is not None)


def test_words_before_it_make_the_fix_unsafe() -> None:
    source = "x = 1  # for the screen # noqa: TLP101\n"
    assert repaired(source) == source
    assert repaired(source, unsafe=True) == "x = 1  # for the screen\n"


@pytest.mark.parametrize(
    "source",
    [
        "x = 1  # noqa\n",
        "x = 1  # noqa: E501\n",
        "x = 1  # noqa: TLP101, TLP903\n",
        "x = 1  # noqa: TLP901\n",
        "x = 1  # noqa: TLP999\n",
        "x = 1  # noqa: TLP\n",
        "# flake8: noqa: TLP101\nx = 1\n",
        "# flake8: noqa\nx = 1  # noqa: TLP101\n",
        "x = '# noqa: TLP101'\n",
        "x = '''\n# noqa: TLP101\n'''\n",
        "x = 1  # noqa # noqa: TLP101\n",
        "x = (  # noqa: TLP101\n",
    ],
)
def test_what_is_left_alone(source: str) -> None:
    assert unused(source, ignore=("TLP4",)) == []


def test_codes_that_were_not_asked_for_are_not_judged() -> None:
    source = "x = 1  # noqa: TLP101\n"
    assert unused(source, select=("TLP903",)) == []
    assert unused(source, ignore=("TLP1",)) == []
    assert unused(source, ignore=("TLP903",)) == []
    assert unused(source, per_file_ignores=(("*.py", ("TLP101",)),)) == []
    assert unused("x = 1  # noqa: TLP1\n", ignore=("TLP104",)) == []
    assert unused("x = 1  # noqa: TLP1\n", persona="strict")


def test_a_rule_of_the_strict_persona_is_judged_by_it_only(monkeypatch: pytest.MonkeyPatch) -> None:
    from dataclasses import replace

    from flake8_toolloop import rules

    strict = tuple(replace(rule, strict=True) if rule.code == "TLP101" else rule for rule in rules.RULES)
    monkeypatch.setattr(rules, "RULES", strict)
    source = "x = 1  # noqa: TLP101\n"
    assert unused(source) == []
    assert len(unused(source, persona="strict")) == 1


@pytest.mark.parametrize("comment", ["  # noqa: TLP101", "  # noqa: TLP1", "  # noqa: E501, TLP101"])
def test_a_comment_that_quiets_something_stays(marked: Callable[[str], str], comment: str) -> None:
    source = marked(comment)
    assert [f.code for f in shown(analyse(source, "agent.py", Settings()), source, Settings())] == []
    assert repaired(source, unsafe=True) == source


def test_one_of_two_codes_is_in_use(marked: Callable[[str], str]) -> None:
    source = marked("  # noqa: TLP101, TLP202")
    assert [f.message for f in unused(source)] == ["`# noqa: TLP202` quiets nothing on this line"]
    assert repaired(source) == marked("  # noqa: TLP101")


def test_what_costs_too_much_is_not_judged(monkeypatch: pytest.MonkeyPatch, marked: Callable[[str], str]) -> None:
    source = marked("  # noqa: TLP101") + "y = 1  # noqa: TLP101\n"
    assert len(unused(source)) == 1
    for name in ("QUERY_BUDGET", "FILE_BUDGET", "LEAST_BUDGET"):
        monkeypatch.setattr(provenance, name, 3)
    assert unused(source) == []


def test_the_fault_and_the_comment_that_does_not_quiet_it_go_together(marked: Callable[[str], str], whole: str) -> None:
    source = marked("  # noqa: TLP202")
    result = fix_source(source, "agent.py", Settings(), unsafe=False)
    assert (result.source, result.converged, result.remaining) == (whole, True, ())


def test_files_without_a_loop_are_looked_at(project: Path, command: Run) -> None:
    (project / "plain.py").write_text("x = 1  # noqa: TLP101\n")
    (project / "other.py").write_text("x = 1  # noqa: E501\n")
    done = command("check", "--show-fixes")
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.startswith("plain.py:1:8: TLP903 note: `# noqa: TLP101` quiets nothing on this line\n")
    assert "  fix (safe)  Take TLP101 out\n    - x = 1  # noqa: TLP101\n    + x = 1\n" in done.stdout
    (row,) = json.loads(command("check", "-", "--output-format=json", stdin="x = 1  # noqa: TLP101\n").stdout)
    assert (row["location"], row["end_location"]) == ({"row": 1, "column": 8}, {"row": 1, "column": 22})
    assert command("fix").stdout.startswith("Fixed plain.py: TLP903\n")
    assert (project / "plain.py").read_text() == "x = 1\n"
    assert command("fix", "-", stdin="x = 1  # noqa: TLP101\n").stdout == "x = 1\n"


def test_flake8_does_not_report_it(project: Path, flake8: Run) -> None:
    (project / "plain.py").write_text("x = 1  # noqa: TLP101\n")
    done = flake8("--select", "TLP", "plain.py")
    assert (done.returncode, done.stdout) == (0, "")

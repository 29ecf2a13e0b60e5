"""Text output: what a stranger reads."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from flake8_toolloop.findings import (
    Applicability,
    Confidence,
    Edit,
    Finding,
    Fix,
    Loop,
    Related,
    Severity,
    Span,
    Verdict,
)
from flake8_toolloop.front.loops import loop_lines
from flake8_toolloop.front.runner import FileResult
from flake8_toolloop.front.screen import Palette, ProgressLine, palette_for, printable, width
from flake8_toolloop.front.text import TextReport, excerpt

PLAIN = Palette(on=False)
SOURCE = """\
def loop(messages):
    r = create(messages)
    kept = [b for b in r.content if b.type == "tool_use"]
    messages.append({"role": "assistant", "content": kept})
"""
FINDING = Finding(
    code="TLP101",
    name="filtered-assistant-turn",
    message="Only `tool_use` blocks go back.",
    severity=Severity.ERROR,
    confidence=Confidence.LIKELY,
    span=Span(4, 53, 4, 57),
    related=(
        Related("model call", Span(2, 8, 2, 24), "the turn arrives"),
        Related("filter", Span(3, 11, 3, 57), ""),
        Related("replay", Span(1, 0, 1, 4), "elsewhere", filename="other.py"),
    ),
    effect="the provider answers 400",
)


def lines(*findings: Finding, source: str = SOURCE, palette: Palette = PLAIN, show_fixes: bool = False) -> list[str]:
    report = TextReport(palette, files=3, show_fixes=show_fixes)
    return list(report.file(FileResult("pkg/agent.py", findings, source=source)))


@pytest.fixture(autouse=True)
def other_file(project: Path) -> None:
    (project / "other.py").write_text("elsewhere()\n")


def test_a_finding_shows_its_line_and_the_way_of_the_turn() -> None:
    assert "\n".join(lines(FINDING)) == (
        "pkg/agent.py:4:54: TLP101 error (likely): Only `tool_use` blocks go back.\n"
        '  4 | messages.append({"role": "assistant", "content": kept})\n'
        "    |                                                  ^^^^\n"
        "  the way of the turn\n"
        "    model call  pkg/agent.py:2  r = create(messages)  # the turn arrives\n"
        '    filter      pkg/agent.py:3  kept = [b for b in r.content if b.type == "tool_use"]\n'
        "    replay      other.py:1      elsewhere()  # elsewhere\n"
        "  what follows  the provider answers 400\n"
    )


def test_fixes_are_shown_where_asked_for() -> None:
    fix = Fix("Replay the turn", Applicability.SAFE, (Edit(Span(4, 53, 4, 57), "r.content"),))
    other = Fix("Replay it as plain data", Applicability.UNSAFE, (Edit(Span(4, 53, 4, 57), "plain(r)"),))
    shown = lines(
        Finding("TLP101", "n", "m", Severity.NOTE, Confidence.CERTAIN, Span(4, 0, 4, 1), fixes=(fix, other)),
        Finding("TLP301", "n", "m", Severity.NOTE, Confidence.CERTAIN, Span(4, 0, 4, 1), no_fix_reason="no source"),
        show_fixes=True,
    )
    assert "  fix (safe)  Replay the turn" in shown
    assert '    -     messages.append({"role": "assistant", "content": kept})' in shown
    assert '    +     messages.append({"role": "assistant", "content": r.content})' in shown
    assert shown.index("  or (unsafe)  Replay it as plain data") > shown.index("  fix (safe)  Replay the turn")
    assert '    +     messages.append({"role": "assistant", "content": plain(r)})' in shown
    assert "  no fix  no source" in shown


def test_the_closing_line_counts() -> None:
    report = TextReport(PLAIN, files=3)
    loops = (Loop(Span(1, 0, 2, 0), Verdict.DAMAGED, "TLP101"), Loop(Span(3, 0, 4, 0), Verdict.NOT_FOLLOWED, "x"))
    list(report.file(FileResult("a.py", (FINDING, FINDING), loops, SOURCE)))
    assert report.summary() == (
        "Found 2 faults (2 errors) in 1 of 3 files, 2 tool loops (1 not followed: see check --loops)."
    )
    assert list(report.statistics()) == ["2  TLP101  filtered-assistant-turn", ""]
    assert TextReport(PLAIN, files=1).summary() == "No faults found in 1 file, 0 tool loops."


def test_loops_say_where_the_turn_could_not_be_followed() -> None:
    loops = (
        Loop(Span(1, 0, 9, 0), Verdict.WHOLE, "", function="run"),
        Loop(Span(11, 4, 19, 0), Verdict.DAMAGED, "TLP101, TLP201"),
        Loop(Span(21, 0, 29, 0), Verdict.NOT_FOLLOWED, "`store.load()` is not in sight", 23, "Agent.step"),
    )
    assert list(loop_lines([FileResult("a.py", (), loops)], PLAIN)) == [
        "a.py:1:1: whole in run",
        "a.py:11:5: damaged: TLP101, TLP201",
        "a.py:21:1: not followed in Agent.step: line 23: `store.load()` is not in sight",
        "3 tool loops: 1 whole, 1 damaged, 1 not followed.",
    ]
    assert list(loop_lines([FileResult("a.py")], PLAIN)) == ["No tool loops found."]


@pytest.mark.parametrize(
    ("line", "span", "shown", "carets"),
    [
        ("x = 1", Span(1, 4, 1, 5), "x = 1", "    ^"),
        ("\tx = 1", Span(1, 1, 1, 2), "x = 1", "^"),
        ("a\tx", Span(1, 2, 1, 3), "a    x", "     ^"),
        ("'\U0001f926' + x", Span(1, 6, 1, 7), "'\U0001f926' + x", "       ^"),
        ("'日本' + x", Span(1, 1, 1, 3), "'日本' + x", " ^^^^"),
        ("'e\u0301' + x", Span(1, 7, 1, 8), "'e\u0301' + x", "      ^"),
        ("f(a,", Span(1, 0, 3, 1), "f(a,", "^^^^"),
        ("x", Span(1, 1, 1, 1), "x", " ^"),
        ("xyz", Span(1, 1, 1, 1), "xyz", " ^"),
        ("x = '\x1b[31m'", Span(1, 0, 1, 1), "x = '\N{REPLACEMENT CHARACTER}[31m'", "^"),
        ("x\x0cy", Span(1, 2, 1, 3), "x\N{REPLACEMENT CHARACTER}y", "  ^"),
    ],
)
def test_carets_stand_below_what_they_mark(line: str, span: Span, shown: str, carets: str) -> None:
    assert list(excerpt(span, [line], PLAIN)) == [f"  1 | {shown}", f"    | {carets}"]


def test_a_place_outside_of_the_file_has_no_excerpt() -> None:
    assert list(excerpt(Span(9, 0, 9, 1), ["x"], PLAIN)) == []


@pytest.mark.parametrize("start", [0, 150, 480])
def test_long_lines_are_cut_around_the_mark(start: int) -> None:
    line = "x" * start + "MARK" + "y" * (600 - start)
    code, carets = excerpt(Span(1, start, 1, start + 4), [line], PLAIN)
    assert len(code) <= 120
    assert carets.index("^") == code.index("MARK")
    assert carets.count("^") == 4


def test_source_cannot_steer_the_terminal() -> None:
    evil = "\x1b]0;title\x07\u202e\x9b31m"
    shown = lines(
        Finding("TLP101", "n", evil, Severity.ERROR, Confidence.CERTAIN, Span(1, 0, 1, 1)), source=f"x = '{evil}'\n"
    )
    assert not any(set(line) & set("\x1b\x07\u202e\x9b") for line in shown)
    assert printable("👩\u200d💻 日本 é") == "👩\u200d💻 日本 é"
    assert width("日本") == 4


def test_colours_on_a_terminal_only(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setenv("TERM", "xterm")
    assert palette_for(Terminal()).on
    assert not palette_for(io.StringIO()).on
    monkeypatch.setenv("NO_COLOR", "1")
    assert not palette_for(Terminal()).on
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("TERM", "dumb")
    assert not palette_for(Terminal()).on
    assert "\x1b[1;31mTLP101\x1b[0m" in lines(FINDING, palette=Palette(on=True))[0]
    assert "\x1b" not in "".join(lines(FINDING))


def test_progress_is_for_people_who_wait() -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    silent, soon, patient = io.StringIO(), Terminal(), Terminal()
    for stream, after in ((silent, 0.0), (soon, 0.0), (patient, 60.0)):
        line = ProgressLine(stream, after=after)
        line(1, 9)
        line.clear()
    assert silent.getvalue() == patient.getvalue() == ""
    assert soon.getvalue() == "\r1 of 9 files\r\x1b[K"

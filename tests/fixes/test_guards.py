"""The guards: what a repair must not change."""

from __future__ import annotations

import textwrap
from dataclasses import replace

import pytest

from flake8_toolloop.findings import Confidence, Edit, Finding, Severity, Span
from flake8_toolloop.fixes.edits import Lines
from flake8_toolloop.fixes.guards import Change, lost_comments, not_better, parse, unplanned

LOOP = textwrap.dedent(
    """\
    def f(xs):
        ys = []
        for x in xs:
            if x.a:
                ys.append(x)
            elif x.b:
                g(x)
            else:
                h(x)
        return ys
    """
)


def change(before: str, *replacements: tuple[str, str]) -> Change:
    """The change that replaces each text by another; each must be unique in the source."""
    edits = []
    for old, new in replacements:
        assert before.count(old) == 1, old
        start = before.index(old)
        edits.append(Edit(Lines(before).spanning(start, start + len(old)), new))
    return Change(before, edits)


@pytest.mark.parametrize(
    "replacements",
    [
        [("x.a", "x.c and x.d")],
        [("        elif x.b:\n            g(x)\n", "")],
        [("if x.a:\n            ys.append(x)\n        el", "")],
        [("    for x", "    zs = []\n    for x"), ("ys.append", "zs.append"), ("return ys", "return zs")],
        [("    ys = []\n", ""), ("return ys", "return xs")],
        [("h(x)\n", "h(x)\n            log(x)\n")],
        [("    ys = []\n    for x in xs", "    ys = []\n    for x in sorted(xs)")],
        [(LOOP[LOOP.index("        if x.a") : LOOP.index("    h(x)")], "        "), ("    h(x)\n", "h(x)\n")],
    ],
)  # fmt: skip
def test_planned_changes_pass(replacements: list[tuple[str, str]]) -> None:
    result = change(LOOP, *replacements)
    assert parse(result.after), result.after
    assert unplanned(result) is None, result.after


@pytest.mark.parametrize(
    ("replacements", "reason"),
    [
        ([("else:\n", "\n")], "another block"),
        ([("else:\n", "else\n")], "no valid Python"),
        ([("        else:\n", "")], "another block"),
        ([("        elif x.b:\n", "")], "another block"),
        ([("ys = []", "ys = '''"), ("return ys", "'''")], "read as something else"),
        ([("        elif x.b:\n            g(x)\n        else:\n", "        else:\n            '''\n"),
          ("    return ys", "            '''\n    return ys")], "read as something else"),
        ([("    ys = []\n", "    def g():\n")], "no valid Python"),
    ],
)  # fmt: skip
def test_unplanned_changes_are_seen(replacements: list[tuple[str, str]], reason: str) -> None:
    problem = unplanned(change(LOOP, *replacements))
    assert problem
    assert reason in problem


def test_precedence_is_guarded() -> None:
    problem = unplanned(change("x = 2 * [a]\n", ("[a]", "a + b")))
    assert problem
    assert "line 1" in problem


def test_code_of_another_line_is_named() -> None:
    problem = unplanned(change("a = 1\nb = 2\nc = 3\n", ("1\n", "1 + \\\n")))
    assert problem is not None


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_fstrings_tabs_and_emoji(newline: str) -> None:
    source = newline.join(["def f(é):", "\tx = f'🤦{é!r:>{3}}' 'b'; y = [é]", "\treturn y", ""])
    result = change(source, ("[é]", "é"))
    assert unplanned(result) is None
    assert "y = é" in result.after


def test_lost_comments() -> None:
    before = "a = 1  # one\nb = '# no comment'\n# two\nc = 3  # noqa: E501\n"
    assert lost_comments(before, "b = '# no comment'\n# two\n") == ["# one"]
    assert lost_comments("x = 1  # same\ny = 2  # same\n", "x = 1  # same\n") == ["# same"]


def finding(code: str) -> Finding:
    return Finding(code, "", "", Severity.ERROR, Confidence.CERTAIN, Span(1, 0, 1, 1))


def test_findings_have_to_go_and_none_may_come() -> None:
    one, other, new = finding("TLP101"), finding("TLP201"), finding("TLP102")
    assert not_better([one, other], [other], [one]) is None
    assert not_better([one, one], [], [one]) is None
    assert not_better([one, other], [one, other], [one]) == "TLP101 would still be there"
    assert not_better([one], [new], [one]) == "a new TLP102 would come"
    comment = replace(one, code="TLP903")
    assert not_better([one], [comment], [one]) is None  # what it quieted may have gone with the fault
    assert not_better([comment, one], [comment, one], [comment]) == "TLP903 would still be there"

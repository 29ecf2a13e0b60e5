"""Applying: rounds, conflicts, guards, and what is said about what stays."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from flake8_toolloop import analysis
from flake8_toolloop.findings import Applicability, Confidence, Edit, Finding, Fix, Report, Severity, Span
from flake8_toolloop.fixes.apply import MAX_ROUNDS, FixResult, fix_source
from flake8_toolloop.fixes.edits import Lines
from flake8_toolloop.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Callable

Rules = dict[str, str]


@pytest.fixture
def repair(monkeypatch: pytest.MonkeyPatch) -> Callable[..., FixResult]:
    """Repair a text by replacements that stand for rules: word -> text; ``reach`` makes the edits longer."""

    def run(
        source: str,
        words: Rules,
        *,
        unsafe: bool = False,
        applicability: str = "safe",
        reach: int = 0,
        keep: bool = True,
        other: dict[str, str] | None = None,
        otherwise: str = "safe",
    ) -> FixResult:
        def analyse(text: str, path: str, settings: Settings, *, fixes: bool = False, **_: object) -> Report:
            assert fixes
            lines = Lines(text)
            findings = []
            for match in re.finditer("|".join(rf"\b{word}\b" for word in words), text):
                span = lines.spanning(*match.span())
                start, end = match.start(), match.end() + reach
                edit = Edit(lines.spanning(start, end), words[match.group()] + text[match.end() : end] * keep)
                fixes_ = [Fix("", Applicability(applicability), (edit,))]
                if other:
                    fixes_.append(Fix("", Applicability(otherwise), (replace(edit, content=other[match.group()]),)))
                code = "TLP" + str(100 + sorted(words).index(match.group()))
                findings.append(Finding(code, "", "", Severity.ERROR, Confidence.CERTAIN, span, fixes=tuple(fixes_)))
            return Report(path, tuple(findings))

        monkeypatch.setattr(analysis, "analyse", analyse)
        return fix_source(source, "x.py", Settings(), unsafe=unsafe)

    return run


def test_all_at_once(repair: Callable[..., FixResult]) -> None:
    result = repair("bad = 1\nother = bad\n", {"bad": "good"})
    assert result.source == "good = 1\nother = good\n"
    assert (len(result.applied), result.refused, result.rounds, result.converged) == (2, (), 1, True)


def test_nothing_to_do(repair: Callable[..., FixResult]) -> None:
    result = repair("fine = 1\n", {"bad": "good"})
    assert (result.source, result.rounds, result.converged) == ("fine = 1\n", 0, True)


def test_touching_fixes_need_another_round(repair: Callable[..., FixResult]) -> None:
    result = repair("x = bad+bad+bad\n", {"bad": "good"}, reach=1)
    assert result.source == "x = good+good+good\n"
    assert result.rounds == 2


def test_a_fix_that_breaks_the_file_is_dropped_and_the_others_stay(repair: Callable[..., FixResult]) -> None:
    result = repair("bad = 1\nevil = 2\nbad = 3\n", {"bad": "good", "evil": "no good"})
    assert result.source == "good = 1\nevil = 2\ngood = 3\n"
    assert [reason for _, reason in result.refused] == ["its fix was dropped: the result is no valid Python"]
    assert result.refused[0][0].span == Span(2, 0, 2, 4)
    assert result.converged


def test_a_fix_that_leaves_its_finding_or_brings_a_new_one_is_dropped(repair: Callable[..., FixResult]) -> None:
    assert "still be there" in repair("bad = 1\n", {"bad": "bad"}).refused[0][1]
    assert "new TLP101 would come" in repair("bad = 1\n", {"bad": "worse", "worse": "worse"}).refused[0][1]


def test_a_fix_that_loses_a_comment_is_not_safe(repair: Callable[..., FixResult]) -> None:
    source = "x = [\n    bad,  # because\n    end,\n]\n"
    reach = len(",  # because\n    end")
    result = repair(source, {"bad": "good"}, reach=reach, keep=False)
    assert "the comment '# because' would be lost (--unsafe-fixes)" in result.refused[0][1]
    assert repair(source, {"bad": "good"}, reach=reach, keep=False, unsafe=True).source == "x = [\n    good,\n]\n"


def test_unsafe_and_display_only_fixes_have_to_be_asked_for(repair: Callable[..., FixResult]) -> None:
    result = repair("bad = 1\n", {"bad": "good"}, applicability="unsafe")
    assert (result.source, result.refused[0][1]) == ("bad = 1\n", "its fix is unsafe (--unsafe-fixes)")
    assert repair("bad = 1\n", {"bad": "good"}, applicability="unsafe", unsafe=True).source == "good = 1\n"
    result = repair("bad = 1\n", {"bad": "good"}, applicability="display-only", unsafe=True)
    assert (result.source, result.refused[0][1]) == ("bad = 1\n", "its fix is a suggestion only")


def test_an_alternative_that_may_be_applied_is_taken(repair: Callable[..., FixResult]) -> None:
    both = {"other": {"bad": "better"}, "applicability": "unsafe"}
    assert repair("bad = 1\n", {"bad": "good"}, **both).source == "better = 1\n"
    assert repair("bad = 1\n", {"bad": "good"}, unsafe=True, **both).source == "good = 1\n"
    assert repair("bad = 1\n", {"bad": "good"}, otherwise="unsafe", **both).source == "bad = 1\n"


def test_an_alternative_is_tried_where_a_fix_breaks_something(repair: Callable[..., FixResult]) -> None:
    result = repair("bad = 1\nworse = 2\n", {"bad": "(", "worse": "fine"}, other={"bad": "good", "worse": "better"})
    assert (result.source, result.refused) == ("good = 1\nfine = 2\n", ())


def test_no_fixpoint_is_said_aloud(repair: Callable[..., FixResult]) -> None:
    result = repair("x = " + "+".join(["bad"] * 3) + "\n", {"bad": "good"}, reach=1)
    assert result.converged
    # Each round can fix one of two neighbours only where the edits reach over all the rest.
    many = MAX_ROUNDS + 2
    result = repair("x = " + "+".join(["bad"] * many) + "\n", {"bad": "good"}, reach=4)
    assert result.converged
    result = repair("x = " + "bad+" * many + "y" * 60 + "\n", {"bad": "good"}, reach=60)
    assert (result.converged, result.rounds, len(result.applied)) == (False, MAX_ROUNDS, MAX_ROUNDS)
    assert len(result.refused) == 2
    assert f"within {MAX_ROUNDS} rounds" in result.refused[0][1]

"""Budgets: what costs too much is left out, and nothing else is lost or made up."""

from __future__ import annotations

import ast
import functools
from pathlib import Path
from textwrap import indent
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import pytest

from flake8_toolloop.analysis import analyse
from flake8_toolloop.findings import Finding, Span, Verdict
from flake8_toolloop.flow import provenance
from flake8_toolloop.flow.story import FoundLoop
from flake8_toolloop.flow.unfollowed import loops_of
from flake8_toolloop.settings import Settings

if TYPE_CHECKING:
    from flake8_toolloop.flow.tell import Teller

RULES = sorted(Path(__file__).parents[1].joinpath("rules").glob("TLP*/*/*.py"))
BRANCHES = "".join(f"    if flags[{i}]:\n        x = [b for b in x if b.type != 'k{i}']\n" for i in range(40))
EXPENSIVE = f"""

def expensive(response, flags, messages):
    x = response.content
{BRANCHES}    messages.append({{"role": "assistant", "content": x}})
"""


def limit(monkeypatch: pytest.MonkeyPatch, query: int, file: int | None = None, least: int | None = None) -> None:
    monkeypatch.setattr(provenance, "QUERY_BUDGET", query)
    monkeypatch.setattr(provenance, "FILE_BUDGET", 100 * query if file is None else file)
    monkeypatch.setattr(provenance, "LEAST_BUDGET", query if least is None else least)


def places(findings: tuple[Finding, ...]) -> set[tuple[str, int]]:
    return {(finding.code, finding.span.line) for finding in findings}


def found(source: str, path: str = "agent.py") -> set[tuple[str, int]]:
    return places(analyse(source, path, Settings()).findings)


@pytest.mark.parametrize("before", [True, False])
def test_the_finding_beside_what_costs_too_much(monkeypatch: pytest.MonkeyPatch, lossy: str, before: bool) -> None:
    alone = found(lossy)
    limit(monkeypatch, 300)
    if before:
        lines = EXPENSIVE.count("\n")
        alone = {(code, line + lines) for code, line in alone}
    assert found(EXPENSIVE + lossy if before else lossy + EXPENSIVE) >= alone


def test_the_finding_when_the_file_has_used_up_its_budget(monkeypatch: pytest.MonkeyPatch, lossy: str) -> None:
    limit(monkeypatch, 5_000, 1, 300)
    lines = EXPENSIVE.count("\n")
    assert found(EXPENSIVE + lossy) >= {(code, line + lines) for code, line in found(lossy)}


@functools.cache
def in_full() -> list[tuple[Path, str, set[str]]]:
    """Some of the programs, and the codes that they have where nothing is left out."""
    sources = [(path, path.read_text(encoding="utf-8")) for path in RULES[::7]]
    return [(path, source, {code for code, _ in found(source)}) for path, source in sources]


@pytest.mark.slow
@pytest.mark.parametrize("query", [0, 1, 3, 10, 30, 100, 300])
def test_a_small_budget_makes_nothing_up(monkeypatch: pytest.MonkeyPatch, query: int) -> None:
    """Nor an error of ours, whatever query runs out; a fault may be told at the block in place of the message."""
    full = in_full()
    limit(monkeypatch, query)
    for path, source, known in full:
        assert {code for code, _ in found(source)} <= known, path


def test_the_expensive_function_is_one(monkeypatch: pytest.MonkeyPatch, lossy: str) -> None:
    """What the tests above rely on."""
    steps = []
    for source in (lossy, lossy + EXPENSIVE):
        spending = Spending()
        monkeypatch.setattr(provenance.Provenance, "spend", spending)
        analyse(source, "agent.py", Settings())
        steps.append(spending.steps)
    assert steps[0] < 300
    assert steps[1] - steps[0] > 600


class Spending:
    """Counts steps in place of a limit."""

    def __init__(self) -> None:
        self.steps = 0

    def __call__(self) -> None:
        self.steps += 1


def test_what_costs_too_much_is_not_called_whole(monkeypatch: pytest.MonkeyPatch, whole: str) -> None:
    source = whole + EXPENSIVE
    limit(monkeypatch, 100_000)
    (loop,) = analyse(source, "agent.py", Settings()).loops
    assert loop.verdict is Verdict.WHOLE
    limit(monkeypatch, 300)
    report = analyse(source, "agent.py", Settings())
    first, second = report.loops
    assert (first.verdict, second.verdict) == (Verdict.WHOLE, Verdict.NOT_FOLLOWED)
    assert (second.function, second.reason) == ("expensive", "to follow this cost too much")
    assert source.splitlines()[(second.reason_line or 0) - 1].strip().startswith("messages.append(")
    assert not report.complete


def test_a_loop_that_costs_too_much_is_not_called_whole(monkeypatch: pytest.MonkeyPatch, whole: str) -> None:
    """However small the budget: there is a line about it, and it is not that it is whole."""
    source = whole.replace('"content": r.content})', '"content": x})').replace(
        "        messages.append(", "        x = r.content\n" + indent(BRANCHES, "    ") + "        messages.append(", 1
    )
    for query in (0, 10, 100, 300):
        limit(monkeypatch, query)
        loops = analyse(source, "agent.py", Settings()).loops
        assert loops, query
        assert Verdict.WHOLE not in {loop.verdict for loop in loops}, query


def test_what_costs_too_much_in_another_file_may_be_of_any_loop() -> None:
    """Its lines are not those of this file."""
    span = Span(1, 0, 2, 0)
    loops = [FoundLoop(span, name, True, "", None, first, first + 5) for name, first in (("a", 1), ("b", 11))]
    node = ast.parse("\n\nx = 1").body[0]

    def told(file: str | None) -> list[bool]:
        teller = SimpleNamespace(
            story=SimpleNamespace(loops=loops),
            not_followed=[(node, "it cost too much")],
            prov=SimpleNamespace(neighbours=SimpleNamespace(file_of=lambda _: file)),
        )
        return [loop.whole for loop in loops_of(cast("Teller", teller))]

    assert told(None) == [False, True]
    assert told("other.py") == [False, False]

"""What the findings say: the words, how bad it is, and what the provider does about it.

Each line of says.txt is a program of tests/rules, how bad its first finding is, the loss, and the words.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from flake8_toolloop.dialects import DIALECTS
from flake8_toolloop.findings import Finding
from flake8_toolloop.rules import RULES
from tests.told import name, read, told

pytestmark = pytest.mark.slow  # says the same on every version: the newest runs it

PROGRAMS = Path(__file__).parent / "rules"
BAD = sorted(PROGRAMS.glob("TLP*/bad/*.py"))
RULE = {rule.code: rule for rule in RULES}
LOSSES = {dialect.name: dialect.losses for dialect in DIALECTS}
# What the provider does, as a key of the dialect's losses; TLP408 says it of each client by itself.
LOSS = {
    "TLP101": {"lost"},
    "TLP102": {"lost"},
    "TLP103": {"lost"},
    "TLP104": {"lost"},
    "TLP105": {"orphaned", "lost"},
    "TLP106": {"order"},
    "TLP107": {"lost", "forgotten"},
    "TLP108": {"lost"},
    "TLP109": {"dumped"},
    "TLP110": {"paused"},
    "TLP201": {"unanswered"},
    "TLP202": {"split"},
    "TLP203": {"unanswered"},
    "TLP204": {"orphaned"},
    "TLP205": {"unanswered"},
    "TLP207": {"twice"},
    "TLP208": {"cut"},
    "TLP301": {"signature"},
    "TLP302": {"signature"},
    "TLP303": {"unsigned"},
    "TLP401": {"lost"},
    "TLP402": {"orphaned"},
    "TLP403": {"empty"},
    "TLP405": {"lost"},
    "TLP406": {"prefix"},
    "TLP407": {"toggled"},
    "TLP409": {"carried"},
    "TLP501": {"unread"},
    "TLP502": {"lost"},
    "TLP503": {"unsigned"},
}
# Rules whose way has more than one place in every program.
CHAINED = {"TLP101", "TLP102", "TLP103", "TLP104", "TLP105", "TLP106", "TLP108", "TLP109", "TLP202", "TLP205", "TLP207"}
SAYS = (Path(__file__).parent / "says.txt").read_text(encoding="utf-8").splitlines()


def findings(path: Path) -> list[Finding]:
    return [f for f in told(read(path)[0], path.name) if f.code == path.parts[-3]]


@pytest.mark.parametrize("path", BAD, ids=name)
def test_a_finding_says_whose_it_is_and_what_comes_of_it(path: Path) -> None:
    code = path.parts[-3]
    for finding in findings(path):
        assert finding.name == RULE[code].name
        assert finding.dialect in LOSSES
        assert finding.effect
        if code in LOSS:
            losses = LOSSES[finding.dialect]
            assert finding.effect in {losses[key].text for key in LOSS[code] if key in losses}
        assert finding.related or code not in CHAINED


@pytest.mark.parametrize("row", SAYS)
def test_a_finding_says_what_is_lost(row: str) -> None:
    where, _, message = row.partition(": ")
    program, severity, loss = where.split()
    code, stem = program.split("/")
    (first, *_) = findings(PROGRAMS / code / "bad" / f"{stem}.py")
    assert first.message == message
    assert first.severity.value == severity
    assert first.effect == LOSSES[first.dialect or ""][loss].text

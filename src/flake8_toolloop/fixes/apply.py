"""Applying fixes to a text: round by round, each checked, until nothing is left to do."""

from __future__ import annotations

import os
import warnings
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from flake8_toolloop import analysis
from flake8_toolloop.findings import Applicability, Finding, Fix, Report
from flake8_toolloop.fixes import guards
from flake8_toolloop.fixes.edits import select_fixes
from flake8_toolloop.reporting import shown

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from flake8_toolloop.flow.project import Project
    from flake8_toolloop.settings import Settings

MAX_ROUNDS = 10


@dataclass(frozen=True)
class FixResult:
    """The repaired text. The positions of ``refused`` and ``remaining`` are those of this text."""

    source: str
    applied: tuple[Finding, ...] = ()
    refused: tuple[tuple[Finding, str], ...] = ()
    """The findings that stay, each with the reason."""
    rounds: int = 0
    converged: bool = True
    """False where there was still something to apply after the last round: a mistake of ours, to be said aloud."""
    remaining: tuple[Finding, ...] = ()
    part_of: tuple[str, ...] = ()
    """The files whose repairs changed this one as well."""


def fix_source(
    source: str, path: str, settings: Settings, unsafe: bool = False, project: Project | None = None
) -> FixResult:
    """Apply the fixes of a file to a fixpoint; ``unsafe`` also applies those that may change what runs or is shown."""
    return _Fixing(path, settings, unsafe, project).run(source)


@dataclass
class _Fixing:
    path: str
    settings: Settings
    unsafe: bool
    project: Project | None = None
    reports: dict[str, Report] = field(default_factory=dict)

    def run(self, source: str) -> FixResult:
        applied: list[Finding] = []
        for rounds in range(MAX_ROUNDS):
            taken, source, dropped = self.round(source)
            if not taken:
                return self.result(source, applied, dropped, rounds, converged=True)
            applied += taken
        return self.result(source, applied, {}, MAX_ROUNDS, converged=not self.open(source))

    def result(
        self, source: str, applied: Sequence[Finding], dropped: dict[int, str], rounds: int, *, converged: bool
    ) -> FixResult:
        findings = self.analyse(source).findings
        refused = tuple((f, dropped.get(i) or self.reason(f)) for i, f in enumerate(findings))
        return FixResult(source, tuple(applied), refused, rounds, converged, findings)

    def reason(self, finding: Finding) -> str:
        """Why a finding's fix is not tried."""
        if not finding.fixes:
            return finding.no_fix_reason or "there is no fix for it"
        if all(fix.applicability is Applicability.DISPLAY for fix in finding.fixes):
            return "its fix is a suggestion only"
        if not any(self.allowed(finding)):
            others = finding.fixes[0].elsewhere if self.unsafe else ()
            if others:
                return f"its fix also changes {os.path.basename(others[0])}: run `fix` on the files themselves"
            return "its fix is unsafe (--unsafe-fixes)"
        return f"its fix was not applied within {MAX_ROUNDS} rounds"

    def analyse(self, source: str) -> Report:
        """The report on a text; each text is analysed once."""
        if source not in self.reports:
            if len(self.reports) > 4:
                self.reports.clear()
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", SyntaxWarning)
                report = analysis.analyse(source, self.path, self.settings, fixes=True, project=self.project)
            # What the user did not select, or quieted with a comment, is not repaired either.
            findings = shown(report, source, self.settings)
            self.reports[source] = replace(report, findings=findings)
        return self.reports[source]

    def allowed(self, finding: Finding) -> tuple[Fix, ...]:
        """The fixes of a finding that may be applied, the preferred one first."""
        wanted = {Applicability.SAFE, *([Applicability.UNSAFE] if self.unsafe else [])}
        return tuple(fix for fix in finding.fixes if fix.edits and not fix.elsewhere and fix.applicability in wanted)

    def open(self, source: str) -> dict[int, tuple[Fix, ...]]:
        """What may be applied, by the index of the finding."""
        findings = enumerate(self.analyse(source).findings)
        return {i: fixes for i, finding in findings if (fixes := self.allowed(finding))}

    def round(self, source: str) -> tuple[list[Finding], str, dict[int, str]]:
        """Apply what can be applied together: what was applied, the text, and by index what was dropped and why."""
        findings = self.analyse(source).findings
        candidates = self.open(source)
        if not candidates:
            return [], source, {}
        preferred = {index: fixes[0] for index, fixes in candidates.items()}
        order = list(preferred)
        together = {i: preferred[i] for i in (order[n] for n in select_fixes(list(preferred.values())))}
        if self.problem(source, together, findings) is None:
            return [findings[i] for i in together], _applied(source, together), {}
        return self.singly(source, candidates, findings)

    def singly(
        self, source: str, candidates: Mapping[int, tuple[Fix, ...]], findings: Sequence[Finding]
    ) -> tuple[list[Finding], str, dict[int, str]]:
        """Add one fix after the other to those that hold; where one breaks something, its alternatives are tried."""
        taken: dict[int, Fix] = {}
        dropped: dict[int, str] = {}
        for index, fixes in candidates.items():
            for fix in fixes:
                trial = {**taken, index: fix}
                if len(select_fixes(list(trial.values()))) < len(trial):
                    break  # it has to wait for the next round
                problem = self.problem(source, trial, findings)
                if problem is None:
                    taken = trial
                    dropped.pop(index, None)
                    break
                dropped.setdefault(index, f"its fix was dropped: {problem}")
        return [findings[i] for i in taken], _applied(source, taken), dropped

    def problem(self, source: str, chosen: Mapping[int, Fix], findings: Sequence[Finding]) -> str | None:
        """What is wrong with applying these fixes together."""
        try:
            change = guards.Change(source, (edit for fix in chosen.values() for edit in fix.edits))
        except ValueError as error:
            return str(error)
        problem = guards.unplanned(change)
        if problem:
            return problem
        if not self.unsafe:
            lost = guards.lost_comments(source, change.after)
            if lost:
                return f"the comment {lost[0]!r} would be lost (--unsafe-fixes)"
        return guards.not_better(findings, self.analyse(change.after).findings, [findings[i] for i in chosen])


def _applied(source: str, chosen: Mapping[int, Fix]) -> str:
    return guards.Change(source, (edit for fix in chosen.values() for edit in fix.edits)).after if chosen else source

"""Repairs whose edits stand in several files: tried on texts that are not written yet, all of their edits or none."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from flake8_toolloop import analysis
from flake8_toolloop.findings import Applicability
from flake8_toolloop.fixes import guards
from flake8_toolloop.fixes.apply import MAX_ROUNDS
from flake8_toolloop.fixes.sourcefile import SourceError
from flake8_toolloop.flow.project import Project
from flake8_toolloop.reporting import shown

if TYPE_CHECKING:
    from flake8_toolloop.findings import Finding, Fix
    from flake8_toolloop.fixes.sourcefile import SourceFile
    from flake8_toolloop.settings import Settings


@dataclass
class Texts:
    """The files as they are to become, by their real path."""

    files: dict[str, SourceFile]
    now: dict[str, str] = field(default_factory=dict)
    project: Project = field(default_factory=Project)

    def put(self, path: str, text: str) -> None:
        """Let a file hold a text; raises SourceError where its encoding cannot."""
        self.project.overlay[path] = self.files[path].encode(text)
        self.now[path] = text

    def get(self, path: str) -> str:
        return self.now.get(path, self.files[path].text)


@dataclass(frozen=True)
class Applied:
    """What was repaired from one file's findings."""

    findings: tuple[Finding, ...]
    changed: tuple[str, ...]
    """The other files that changed with it."""
    refused: Mapping[tuple[str, int], str]
    """Why a finding was not, by its code and line."""
    remaining: tuple[Finding, ...]


def wanted(finding: Finding) -> tuple[Fix, ...]:
    """The fixes of a finding that change other files as well."""
    return tuple(f for f in finding.fixes if f.elsewhere and f.applicability is not Applicability.DISPLAY)


def repair(path: str, texts: Texts, settings_of: Callable[[str], Settings]) -> Applied:
    """Apply the fixes over files that start from the findings of one, as long as each makes things better.

    ``texts`` holds every file that may be changed, and the texts that come of it.
    """
    applied: list[Finding] = []
    changed: set[str] = set()
    refused: dict[tuple[str, int], str] = {}
    findings = _findings(path, texts, settings_of)
    for _ in range(MAX_ROUNDS):
        for finding in findings:
            key = (finding.code, finding.span.line)
            # What another file got may have brought a repair of this one alone.
            fixes = [f for f in finding.fixes if f.applicability is not Applicability.DISPLAY]
            if not fixes or key in refused:
                continue
            problem = _tried(path, finding, fixes[0], findings, texts, settings_of)
            if problem is not None:
                refused[key] = problem
                continue
            applied.append(finding)
            changed.update(fixes[0].elsewhere)
            break
        else:
            break
        findings = _findings(path, texts, settings_of)
    return Applied(tuple(applied), tuple(sorted(changed)), refused, findings)


def _findings(path: str, texts: Texts, settings_of: Callable[[str], Settings]) -> tuple[Finding, ...]:
    settings = settings_of(path)
    source = texts.get(path)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SyntaxWarning)
        report = analysis.analyse(source, path, settings, fixes=True, project=texts.project)
    return shown(report, source, settings)


def _tried(
    path: str,
    finding: Finding,
    fix: Fix,
    findings: tuple[Finding, ...],
    texts: Texts,
    settings_of: Callable[[str], Settings],
) -> str | None:
    """Apply one fix to the texts, or leave them as they were and say why."""
    absent = [p for p in fix.elsewhere if p not in texts.files]
    if absent:
        return f"its fix also changes {os.path.basename(absent[0])}, which is not among the files to be repaired"
    before = {p: texts.get(p) for p in (path, *fix.elsewhere)}
    others = {p: _findings(p, texts, settings_of) for p in fix.elsewhere}
    problem = _put(path, fix, texts)
    if problem is None:
        problem = guards.not_better(findings, _findings(path, texts, settings_of), [finding])
    for other, old in others.items():
        problem = problem or guards.not_better(old, _findings(other, texts, settings_of), [])
    if problem is not None:
        for changed, text in before.items():
            texts.put(changed, text)
        return f"its fix was dropped: {problem}"
    return None


def _put(path: str, fix: Fix, texts: Texts) -> str | None:
    """Put the edits of a fix into the texts; what is wrong with one of them, if anything is."""
    for file in (path, *fix.elsewhere):
        edits = [e for e in fix.edits if e.span.file == ("" if file == path else file)]
        try:
            change = guards.Change(texts.get(file), (replace(e, span=replace(e.span, file="")) for e in edits))
            problem = guards.unplanned(change)
            if problem is not None:
                return problem
            texts.put(file, change.after)
        except (ValueError, SourceError) as error:
            return str(error)
    return None

"""Repairing files, in this process or in workers; nothing is printed here."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from flake8_toolloop import failures
from flake8_toolloop.findings import Finding
from flake8_toolloop.fixes.apply import FixResult, fix_source
from flake8_toolloop.fixes.edits import unified_diff
from flake8_toolloop.fixes.sourcefile import SourceError, SourceFile, decode, read, write
from flake8_toolloop.flow.project import shared
from flake8_toolloop.front.runner import FileResult, Progress, Request, each_file, failed, without_origin

if TYPE_CHECKING:
    from flake8_toolloop.fixes.across import Applied
    from flake8_toolloop.settings import Settings


@dataclass(frozen=True)
class FixRequest(Request):
    """What a run of ``fix`` asks of every file."""

    unsafe: bool = False


@dataclass(frozen=True)
class Outcome:
    """What fixing one file came to; nothing is written yet."""

    path: str
    file: SourceFile | None = None
    result: FixResult | None = None
    failures: tuple[Finding, ...] = ()

    @property
    def changed(self) -> bool:
        return self.file is not None and self.result is not None and self.file.text != self.result.source

    @property
    def remaining(self) -> FileResult:
        """What is left to say about the file as it is after the fix."""
        if self.result is None:
            return FileResult(self.path, self.failures)
        reasons = dict(self.result.refused)
        findings = tuple(
            replace(finding, no_fix_reason=reasons.get(finding, finding.no_fix_reason), fixes=())
            for finding in self.result.remaining
        )
        return FileResult(self.path, findings, source=self.result.source)


def outcomes(
    items: Iterable[str | FileResult], request: FixRequest, *, jobs: int = 0, progress: Progress | None = None
) -> Iterator[Outcome]:
    """Fix the files of a survey in memory, in its order."""
    todo = list(items)
    paths = [item for item in todo if isinstance(item, str)]
    results = each_file(fix_file, paths, request, jobs=jobs, progress=progress, died=_died)
    for item in todo:
        yield next(results) if isinstance(item, str) else Outcome(item.path, failures=item.findings)


def fix_file(path: str, request: FixRequest) -> Outcome:
    """Fix one file in memory; never raises for it."""
    try:
        file = read(path)
    except SourceError as error:
        return _failed(path, failures.unreadable(str(error)), request)
    return _fix(file, path, request)


def fix_data(data: bytes, path: str, request: FixRequest) -> Outcome:
    """Fix the bytes of one file in memory; never raises for them."""
    try:
        file = decode(path, data)
    except SourceError as error:
        return _failed(path, failures.unreadable(str(error)), request)
    return _fix(file, path, request)


def save(outcome: Outcome) -> Outcome:
    """Write a changed file; where that fails the outcome says so instead."""
    if outcome.file is None or outcome.result is None or not outcome.changed:
        return outcome
    try:
        write(outcome.file, outcome.result.source)
    except SourceError as error:
        return Outcome(outcome.path, failures=(failures.unreadable(str(error)),))
    return outcome


@dataclass(frozen=True)
class Together:
    """Files that are repaired by the same fixes: all of them are written, or none."""

    outcomes: tuple[Outcome, ...]
    """The file that the findings are in is the last one."""
    alone: Outcome
    """What fixing that file alone came to."""


def across(outcomes: Iterable[Outcome], paths: Iterable[str], request: FixRequest) -> Iterator[Together]:
    """Apply the fixes that change several files.

    ``outcomes`` are what fixing each file alone came to, ``paths`` all that may change.
    """
    from flake8_toolloop.fixes.across import Texts, repair

    done = {os.path.realpath(outcome.path): outcome for outcome in outcomes}
    names = {os.path.realpath(path): path for path in paths}
    texts = Texts({})
    for path in names:
        with contextlib.suppress(SourceError):
            texts.files[path] = read(path)
    for path, outcome in done.items():
        if outcome.changed and outcome.file is not None and outcome.result is not None:
            texts.files[path] = outcome.file
            texts.put(path, outcome.result.source)

    def settings_of(path: str) -> Settings:
        return request.overrides.settings_for(os.path.dirname(path))

    for path, outcome in done.items():
        if outcome.result is None or not pending(outcome, request):
            continue
        before = dict(texts.now)
        applied = repair(path, texts, settings_of)
        changed = []
        for other in applied.changed:
            text = before.get(other, texts.files[other].text)
            file = replace(texts.files[other], text=text, raw=texts.files[other].encode(text))
            changed.append(Outcome(names.get(other, other), file, FixResult(texts.get(other), part_of=(outcome.path,))))
        own = replace(outcome, result=_with(outcome.result, texts.get(path), applied))
        yield Together((*changed, own), outcome)


def save_together(files: Together) -> Iterator[Outcome]:
    """Write all of the files; where one cannot be written the others are put back, and the last is fixed alone."""
    saved: list[Outcome] = []
    for outcome in files.outcomes:
        done = save(outcome)
        if done.failures:
            for written in reversed(saved):
                _put_back(written)
            yield done
            if outcome is not files.outcomes[-1]:
                yield save(_dropped(files.alone, done))
            return
        saved.append(done)
    yield from saved


def _put_back(outcome: Outcome) -> None:
    """Let a file hold again what it held; one that somebody has changed meanwhile stays as it is."""
    if outcome.file is not None and outcome.result is not None and outcome.changed:
        now = outcome.result.source
        with contextlib.suppress(SourceError):
            write(replace(outcome.file, text=now, raw=outcome.file.encode(now)), outcome.file.text)


def _dropped(alone: Outcome, failed: Outcome) -> Outcome:
    """The file fixed alone, with the reason why its fixes over several files were not applied."""
    assert alone.result is not None
    reason = f"its fix also changes {os.path.basename(failed.path)}, which could not be written"
    refused = tuple((f, reason if any(x.elsewhere for x in f.fixes) else why) for f, why in alone.result.refused)
    return replace(alone, result=replace(alone.result, refused=refused))


def pending(outcome: Outcome, request: FixRequest) -> bool:
    """Whether a fix that changes other files as well is left to do."""
    from flake8_toolloop.fixes.across import wanted

    return request.unsafe and outcome.result is not None and any(wanted(f) for f in outcome.result.remaining)


def _with(result: FixResult, source: str, applied: Applied) -> FixResult:
    """What fixing a file came to, with what was applied over several files."""
    remaining = without_origin(applied.remaining)
    reasons = dict(result.refused)
    refused = tuple(
        (f, applied.refused.get((f.code, f.span.line)) or reasons.get(f) or f.no_fix_reason or "there is no fix for it")
        for f in remaining
    )
    return replace(
        result,
        source=source,
        applied=(*result.applied, *without_origin(applied.findings)),
        remaining=remaining,
        refused=refused,
    )


def diff(outcome: Outcome) -> str:
    """The change as a unified diff with paths that ``git apply`` takes from the current folder."""
    if outcome.file is None or outcome.result is None:
        return ""
    path = outcome.path if outcome.path == "-" else os.path.relpath(outcome.path).replace(os.sep, "/")
    return unified_diff(outcome.file.text, outcome.result.source, path)


def _fix(file: SourceFile, path: str, request: FixRequest) -> Outcome:
    settings = request.overrides.settings_for(os.path.dirname(path))
    try:
        return Outcome(
            path, file, _travelling(fix_source(file.text, path, settings, unsafe=request.unsafe, project=shared()))
        )
    except (RecursionError, MemoryError) as error:
        return _failed(path, failures.unparsable(error), request)
    except Exception as error:  # noqa: BLE001 - a mistake of ours in one file must not hide the others
        return _failed(path, failures.internal_error(error), request)


def _travelling(result: FixResult) -> FixResult:
    """The result without the stories behind its findings."""
    findings, reasons = [finding for finding, _ in result.refused], [reason for _, reason in result.refused]
    return replace(
        result,
        applied=without_origin(result.applied),
        remaining=without_origin(result.remaining),
        refused=tuple(zip(without_origin(findings), reasons, strict=True)),
    )


def _failed(path: str, failure: Finding, request: FixRequest) -> Outcome:
    return Outcome(path, failures=failed(path, failure, request).findings)


def _died(path: str) -> Outcome:
    error = RuntimeError("its process died, perhaps for lack of memory")
    return Outcome(path, failures=(failures.internal_error(error),))

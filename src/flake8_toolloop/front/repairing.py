"""``fix``: repair files, or show what would be repaired."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator

from flake8_toolloop.findings import Applicability
from flake8_toolloop.front.files import find
from flake8_toolloop.front.fixing import (
    FixRequest,
    Outcome,
    Together,
    across,
    diff,
    fix_data,
    outcomes,
    pending,
    save,
    save_together,
)
from flake8_toolloop.front.request import overrides, paths_of, standard_input
from flake8_toolloop.front.runner import survey
from flake8_toolloop.front.screen import Palette, ProgressLine, palette_for, printable
from flake8_toolloop.front.text import count, shown_path
from flake8_toolloop.reporting import worth_a_look


def fix(args: argparse.Namespace) -> int:
    """Run ``fix`` and return its exit code."""
    request = FixRequest(overrides(args), unsafe=args.unsafe_fixes)
    paths = paths_of(args)
    if paths == ["-"]:
        return _fix_stdin(args, request)
    tally = _Tally(palette_for(sys.stdout), asked=args.unsafe_fixes)
    for item in _outcomes(paths, request, args):
        if args.diff:
            for outcome in item.outcomes if isinstance(item, Together) else (item,):
                sys.stdout.write(diff(outcome))
                tally.add(outcome)
            continue
        for saved in save_together(item) if isinstance(item, Together) else (save(item),):
            for line in (*_fixed(saved, tally.palette), *_remaining(saved, tally.palette)):
                print(line)
            tally.add(saved)
    # A diff is for `git apply` and the like: what is said beside it must not get into it.
    print(tally.summary(would=args.diff), file=sys.stderr if args.diff else sys.stdout)
    return int(bool(tally.files if args.diff else tally.remaining))


def _outcomes(paths: list[str], request: FixRequest, args: argparse.Namespace) -> Iterator[Outcome | Together]:
    progress = ProgressLine()
    items = survey(paths, request, gitignore=args.gitignore, jobs=args.jobs).items
    done: list[Outcome] = []
    waiting = False
    for outcome in outcomes(items, request, jobs=args.jobs, progress=progress):
        progress.clear()
        _warn(outcome)
        waits = pending(outcome, request)
        waiting = waiting or waits
        if outcome.changed or waits:
            done.append(outcome)
        if not waits:
            yield outcome
    if waiting:  # only now is it known what the other files have become
        files = find(paths, request.overrides.settings_for, gitignore=args.gitignore)
        yield from across(done, (path for path in files if isinstance(path, str)), request)


def _fix_stdin(args: argparse.Namespace, request: FixRequest) -> int:
    """Standard input to standard output, as editors want it: always the whole text, repaired or not."""
    data = standard_input()
    path = args.stdin_filename or "-"
    outcome = fix_data(data, path, request) if worth_a_look(data) else Outcome(path)
    _warn(outcome)
    if args.diff:
        sys.stdout.write(diff(outcome))
        return int(outcome.changed)
    if outcome.changed and outcome.file is not None and outcome.result is not None:
        data = outcome.file.encode(outcome.result.source)
    sys.stdout.buffer.write(data)
    for line in _remaining(outcome, palette_for(sys.stderr)):
        print(line, file=sys.stderr)
    return int(bool(outcome.remaining.findings))


def _fixed(outcome: Outcome, palette: Palette) -> Iterator[str]:
    if outcome.changed and outcome.result is not None:
        if outcome.result.part_of:
            for_whom = " and ".join(printable(shown_path(path)) for path in outcome.result.part_of)
            yield f"{palette.green('Fixed')} {printable(shown_path(outcome.path))}: for {for_whom}"
            return
        codes = Counter(finding.code for finding in outcome.result.applied)
        what = ", ".join(code if number == 1 else f"{number} {code}" for code, number in sorted(codes.items()))
        yield f"{palette.green('Fixed')} {printable(shown_path(outcome.path))}: {what}"


def _remaining(outcome: Outcome, palette: Palette) -> Iterator[str]:
    for finding in outcome.remaining.findings:
        place = f"{printable(shown_path(outcome.path))}:{finding.span.line}:{finding.span.column + 1}:"
        yield f"{palette.bold(place)} {palette.red(finding.code)} {printable(finding.message)}"
        if finding.no_fix_reason:
            yield f"  {palette.cyan('not fixed')}  {printable(finding.no_fix_reason)}"


def _warn(outcome: Outcome) -> None:
    if outcome.result is not None and not outcome.result.converged:
        path = printable(shown_path(outcome.path))
        print(f"flake8-toolloop: {path}: the fixes did not settle, please report this", file=sys.stderr)


class _Tally:
    """Counts for the closing line."""

    def __init__(self, palette: Palette, *, asked: bool) -> None:
        self.palette = palette
        self.asked = asked
        """Whether unsafe fixes were asked for: then those that are left were dropped for another reason."""
        self.fixed = self.files = self.remaining = self.unsafe = 0

    def add(self, outcome: Outcome) -> None:
        self.files += outcome.changed
        self.remaining += len(outcome.remaining.findings)
        if outcome.result is not None and not self.asked:
            self.unsafe += sum(
                any(fix.applicability is Applicability.UNSAFE for fix in finding.fixes)
                for finding in outcome.result.remaining
            )
        if outcome.result is not None:
            self.fixed += len(outcome.result.applied)

    def summary(self, *, would: bool) -> str:
        fixed = f"{'Would fix' if would else 'Fixed'} {count(self.fixed, 'fault')} in {count(self.files, 'file')}"
        if not self.remaining:
            return f"{fixed}; none {'would remain' if would else 'remain'}."
        verb = "would remain" if would else "remains" if self.remaining == 1 else "remain"
        with_fix = "with a fix that --unsafe-fixes applies"
        unsafe = f", {self.unsafe} of them {with_fix}" if self.unsafe else ""
        if self.unsafe == self.remaining == 1:
            unsafe = f", {with_fix}"
        return f"{fixed}; {self.remaining} {verb}{unsafe}."

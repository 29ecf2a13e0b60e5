"""``check``: look at files and report."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator

from flake8_toolloop.front.request import overrides, paths_of, standard_input
from flake8_toolloop.front.runner import FileResult, Request, Survey, check_data, survey
from flake8_toolloop.front.runner import check as check_files
from flake8_toolloop.front.screen import ProgressLine, palette_for, printable
from flake8_toolloop.reporting import worth_a_look


def check(args: argparse.Namespace) -> int:
    """Run ``check`` and return its exit code."""
    request = Request(overrides(args), fixes=args.show_fixes)
    paths = paths_of(args)
    if paths == ["-"]:
        survey_ = Survey(1, (_stdin(args.stdin_filename or "-", request),))
    else:
        survey_ = survey(paths, request, gitignore=args.gitignore, jobs=args.jobs)
        if not survey_.files:
            print(f"flake8-toolloop: no Python files below {printable(', '.join(paths))}", file=sys.stderr)
    found = _found(survey_, request, args)
    faults = _render_loops(found, args) if args.loops else _render(found, survey_.files, args)
    return int(faults and not args.exit_zero)


def _stdin(path: str, request: Request) -> FileResult:
    data = standard_input()
    return check_data(data, path, request) if worth_a_look(data) else FileResult(path)


def _found(survey_: Survey, request: Request, args: argparse.Namespace) -> Iterator[FileResult]:
    progress = ProgressLine()
    try:
        for result in check_files(survey_.items, request, jobs=args.jobs, progress=progress):
            progress.clear()
            yield result
    finally:
        progress.clear()


def _render(found: Iterable[FileResult], files: int, args: argparse.Namespace) -> bool:
    """Write findings; whether there were any."""
    if args.output_format == "json":
        from flake8_toolloop.front.json_output import render_findings

        results = list(found)
        sys.stdout.write(render_findings(results, show_fixes=args.show_fixes))
        return any(result.findings for result in results)
    from flake8_toolloop.front.text import TextReport

    report = TextReport(palette_for(sys.stdout), files=files, show_fixes=args.show_fixes)
    for result in found:
        for line in report.file(result):
            print(line)
    if args.statistics:
        for line in report.statistics():
            print(line)
    print(report.summary())
    return bool(report.codes)


def _render_loops(found: Iterable[FileResult], args: argparse.Namespace) -> bool:
    """Write the loops; whether there were findings too."""
    results = list(found)
    if args.output_format == "json":
        from flake8_toolloop.front.json_output import render_loops

        sys.stdout.write(render_loops(results))
    else:
        from flake8_toolloop.front.loops import loop_lines

        for line in loop_lines(results, palette_for(sys.stdout)):
            print(line)
    return any(result.findings for result in results)

"""``transcript``: look at recorded conversations, repair them, take out what has no further job.

Exit codes of `check`: 0 nothing found, 1 findings. Of `repair`: 0 nothing is left to repair, 1 something is, or
`--diff` shows a change. 2: wrong usage, or a file that cannot be written.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from flake8_toolloop.failures import unopenable
from flake8_toolloop.findings import Finding, Severity
from flake8_toolloop.front.request import overrides, standard_input
from flake8_toolloop.front.runner import FileResult
from flake8_toolloop.front.screen import Palette, ProgressLine, palette_for, printable
from flake8_toolloop.front.text import count, shown_path
from flake8_toolloop.settings import SettingsError, is_enabled
from flake8_toolloop.transcripts.changes import Policy

if TYPE_CHECKING:
    from flake8_toolloop.transcripts.longrepairs import Piece
    from flake8_toolloop.transcripts.repairing import Repair


def transcript(args: argparse.Namespace) -> int:
    """Run one of the commands and return its exit code."""
    from flake8_toolloop.front import streaming

    doors = {
        "check": check,
        "repair": repair,
        "reduce": reduce,
        "to-sse": streaming.to_sse,
        "from-sse": streaming.from_sse,
    }
    return doors[args.action](args)


def add_parsers(parser: argparse.ArgumentParser) -> None:
    """The commands below `transcript`."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    _add_check(
        actions.add_parser("check", help="report faults", description="Report faults of recorded conversations.")
    )
    _add_repair(actions.add_parser("repair", help="repair faults", description="Repair recorded conversations."))
    _add_reduce(
        actions.add_parser(
            "reduce",
            help="take out reasoning that has no further job",
            description="Take out the reasoning of closed cycles, where the provider says that it has no further job.",
        )
    )
    from flake8_toolloop.front import streaming

    streaming.add_parsers(actions.add_parser)


def _add_common(parser: argparse.ArgumentParser) -> None:
    from flake8_toolloop.transcripts.recording import FORMATS

    add = parser.add_argument
    add("paths", nargs="+", metavar="FILE", help="recordings, also compressed with gzip; - for standard input")
    add("--format", choices=FORMATS, help="default: found by the contents")


def _add_empty_thinking(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--empty-thinking",
        choices=("auto", "drop", "keep"),
        default="auto",
        help="signed thinking without text: as the recording says, out with it, or let it be; default: auto",
    )


def _add_check(parser: argparse.ArgumentParser) -> None:
    _add_common(parser)
    _add_empty_thinking(parser)
    add = parser.add_argument
    add("--received", metavar="FILE", help="what was received before: say what FILE lost, changed or moved of it")
    add("--output-format", choices=("text", "json"), default="text", help="default: text; docs/json.md describes json")
    add("--select", action="append", metavar="CODES", help="report these codes or prefixes only, comma-separated")
    add("--ignore", action="append", metavar="CODES", help="do not report these codes or prefixes, comma-separated")
    add("--statistics", action="store_true", help="count the findings of each code")
    add("--isolated", action="store_true", help="read no pyproject.toml")
    add("--exit-zero", action="store_true", help="exit with 0 even where there are findings")
    parser.set_defaults(persona=None, exclude=None)


def _add_repair(parser: argparse.ArgumentParser) -> None:
    _add_common(parser)
    _add_empty_thinking(parser)
    _add_writing(parser)


def _add_reduce(parser: argparse.ArgumentParser) -> None:
    _add_common(parser)
    _add_writing(parser)


def _add_writing(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--diff", action="store_true", help="write nothing, print a unified diff; exit code 1 if there is one")
    add("--in-place", action="store_true", help="write the files; default: one file to standard output")
    add("--backup", action="store_true", help="with --in-place: keep the file as it was beside it, as FILE.bak")


# check


def check(args: argparse.Namespace) -> int:
    """Report the faults of recordings."""
    results = _checked(args)
    if args.output_format == "json":
        from flake8_toolloop.front.json_output import render_findings

        found = list(results)
        sys.stdout.write(render_findings(found, show_fixes=False))
        return int(any(result.findings for result in found) and not args.exit_zero)
    report = _Report(palette_for(sys.stdout))
    for result in results:
        for line in report.lines(result):
            print(line)
    for line in report.closing(statistics=args.statistics):
        print(line)
    return int(bool(report.codes) and not args.exit_zero)


def _checked(args: argparse.Namespace) -> Iterator[FileResult]:
    asked = overrides(args)
    for path in _paths(args):
        found = _found(path, args)
        settings = asked.settings_for(os.path.dirname(path) if path != "-" else "")
        # What a recording shows is no guess: rules that are strict with code are not strict here.
        yield FileResult(path, tuple(f for f in found if is_enabled(f.code, settings, path)))


def _found(path: str, args: argparse.Namespace) -> list[Finding]:
    from flake8_toolloop.transcripts import checking

    progress = ProgressLine(unit="MB")
    policy = Policy(args.empty_thinking)
    try:
        if args.received is not None:
            from flake8_toolloop.transcripts.comparing import compare

            return compare(_read(args.received), _read(path), form=args.format)
        if path == "-":
            return checking.check(standard_input(), form=args.format, policy=policy)
        return checking.check_file(path, form=args.format, policy=policy, progress=progress)
    except OSError as error:
        return [unopenable(error)]
    finally:
        progress.clear()


def _paths(args: argparse.Namespace) -> list[str]:
    """The files, each once."""
    paths = list({path if path == "-" else os.path.abspath(path): path for path in reversed(args.paths)}.values())[::-1]
    if "-" in paths and len(paths) > 1:
        raise SettingsError("- reads standard input and takes no other path beside it")
    for path in paths:
        if path != "-" and not os.path.isfile(path):
            raise SettingsError(f"{path}: {_no_file(path)}")
    return paths


def _no_file(path: str) -> str:
    if os.path.isdir(path):
        return "it is a folder, and recordings are named one by one"
    # A pipe would be waited for, and what is read twice has to be the same twice.
    return "it is no regular file (- reads standard input)" if os.path.exists(path) else "there is no such file"


def _read(path: str) -> bytes:
    return standard_input() if path == "-" else Path(path).read_bytes()


class _Report:
    """Text for people, and the counts of the closing line."""

    def __init__(self, palette: Palette) -> None:
        self.palette = palette
        self.codes: Counter[tuple[str, str]] = Counter()
        self.severities: Counter[Severity] = Counter()
        self.files = self.damaged = 0

    def lines(self, result: FileResult) -> Iterator[str]:
        self.files += 1
        self.damaged += bool(result.findings)
        for finding in result.findings:
            self.codes[finding.code, finding.name] += 1
            self.severities[finding.severity] += 1
            yield from self._finding(finding, result.path)
            yield ""

    def _finding(self, finding: Finding, path: str) -> Iterator[str]:
        paint = {Severity.ERROR: self.palette.red, Severity.WARNING: self.palette.yellow}
        place = f"{printable(shown_path(path))}:{finding.span.line}:{finding.span.column + 1}:"
        severity = paint.get(finding.severity, self.palette.cyan)(finding.severity.value)
        sure = "" if finding.confidence.value == "certain" else f" ({finding.confidence.value})"
        head = f"{self.palette.bold(place)} {self.palette.red(finding.code)} {severity}{sure}"
        yield f"{head}: {printable(finding.message)}"
        rows = [("at", finding.pointer)] if finding.pointer else []
        rows += [(r.role, f"{r.message} (line {r.span.line})") for r in finding.related]
        rows += [("what follows", finding.effect)] if finding.effect else []
        for role, text in rows:
            yield f"  {self.palette.cyan(role)}  {printable(text or '')}"

    def closing(self, *, statistics: bool) -> Iterator[str]:
        if statistics and self.codes:
            digits = len(str(max(self.codes.values())))
            for (code, name), number in sorted(self.codes.items(), key=lambda item: (-item[1], item[0])):
                yield f"{number:>{digits}}  {self.palette.bold(code)}  {name}"
            yield ""
        total = sum(self.severities.values())
        if not total:
            yield self.palette.green("No faults found") + f" in {count(self.files, 'recording')}."
            return
        kinds = ", ".join(count(self.severities[s], s.value) for s in Severity if self.severities[s])
        head = self.palette.red("Found " + count(total, "fault"))
        yield f"{head} ({kinds}) in {self.damaged} of {count(self.files, 'recording')}."


# repair and reduce


def repair(args: argparse.Namespace) -> int:
    """Repair recordings."""
    from flake8_toolloop.transcripts import repair as repaired

    policy = Policy(args.empty_thinking)

    def one(path: str) -> int:
        from flake8_toolloop.transcripts import longrepairs

        if path != "-" and longrepairs.in_pieces(path, args.format):
            return _write_pieces(path, args, policy)
        return _write(path, args, lambda data: repaired(data, format=args.format, policy=policy), "Repaired")

    return _write_all(args, one)


def reduce(args: argparse.Namespace) -> int:
    """Take out reasoning that has no further job."""
    from flake8_toolloop.transcripts.reducing import reduce as reduced

    def one(path: str) -> int:
        return _write(path, args, lambda data: reduced(data, format=args.format), "Reduced")

    return _write_all(args, one)


def _write_all(args: argparse.Namespace, write: Callable[[str], int]) -> int:
    paths = _paths(args)
    if args.in_place and (args.diff or "-" in paths):
        raise SettingsError("--in-place takes files, and no --diff beside it")
    if args.backup and not args.in_place:
        raise SettingsError("--backup goes with --in-place")
    if len(paths) > 1 and not (args.in_place or args.diff):
        raise SettingsError("several files need --in-place or --diff")
    code = 0
    for path in paths:
        try:
            code = max(code, write(path))
        except OSError as error:
            print(f"flake8-toolloop: {printable(f'{path}: {error.strerror or error}')}", file=sys.stderr)
            code = 2
        except SettingsError as error:  # the other files are not to wait for this one
            print(f"flake8-toolloop: {printable(str(error))}", file=sys.stderr)
            code = 2
    return code


def _write(path: str, args: argparse.Namespace, work: Callable[[bytes], Repair], done: str) -> int:
    try:
        data = _read(path)
    except OSError as error:
        raise SettingsError(f"{path}: {error.strerror or error}") from error
    result = work(data)
    if args.diff:
        _print_bytes(_diff(path, data, result.data))
    elif args.in_place:
        _save(path, data, result, backup=args.backup)
    else:
        _print_bytes(result.data)
    # What is said beside a diff or a repaired recording must not get into it.
    for line in _told(path, result, done, palette_for(sys.stderr), quiet=args.diff):
        print(line, file=sys.stderr)
    return int(bool(result.left or result.unreadable) or (args.diff and result.changed))


def _write_pieces(path: str, args: argparse.Namespace, policy: Policy) -> int:
    """The same of a file that is never held whole."""
    from flake8_toolloop.transcripts import longrepairs, longwriting
    from flake8_toolloop.transcripts.repairing import Repair

    progress, told = ProgressLine(unit="MB"), longrepairs.Told()
    seen = os.stat(path)
    try:
        parts = longrepairs.pieces(path, args.format, policy, told, progress)
        if args.diff:
            for text in longwriting.diff(path, parts, _shown(path)):
                _print_bytes(text)
        elif args.in_place:
            _save_pieces(path, seen, parts, backup=args.backup)
        else:
            sys.stdout.flush()
            longwriting.write(path, parts, sys.stdout.buffer)
            sys.stdout.buffer.flush()
    finally:
        progress.clear()
    result = Repair(b"", tuple(told.changes), tuple(told.left))
    for line in _told(path, result, "Repaired", palette_for(sys.stderr), quiet=args.diff):
        print(line, file=sys.stderr)
    return int(bool(result.left) or (args.diff and result.changed))


def _save_pieces(path: str, seen: os.stat_result, parts: Iterator[Piece], *, backup: bool) -> None:
    """Nothing is written before something is changed."""
    from itertools import chain

    from flake8_toolloop.fixes.sourcefile import SourceError, write_stream
    from flake8_toolloop.transcripts import longwriting

    first = next(parts, None)
    if first is None:
        return
    try:
        if backup:
            _backed_up(path)
        write_stream(path, seen, lambda out: longwriting.write(path, chain([first], parts), out))
    except (SourceError, OSError) as error:
        raise SettingsError(f"{path}: {error}") from error


def _print_bytes(data: bytes) -> None:
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def _save(path: str, data: bytes, result: Repair, *, backup: bool) -> None:
    from flake8_toolloop.fixes.sourcefile import SourceError, write_bytes

    if not result.changed:
        return
    try:
        if backup:
            _backed_up(path)
        write_bytes(path, data, result.data)
    except (SourceError, OSError) as error:
        raise SettingsError(f"{path}: {error}") from error


def _backed_up(path: str) -> None:
    """A copy beside the file, with its permissions; an older copy stays."""
    import shutil

    name, number = f"{path}.bak", 0
    while os.path.lexists(name):
        number += 1
        name = f"{path}.bak{number}"
    shutil.copy2(path, name)


def _diff(path: str, before: bytes, after: bytes) -> bytes:
    from flake8_toolloop.fixes.edits import unified_diff
    from flake8_toolloop.transcripts.checking import unpacked

    if before is after:
        return b""
    old, new = (unpacked(data).decode("utf-8", "surrogateescape") for data in (before, after))
    return unified_diff(old, new, _shown(path)).encode("utf-8", "surrogateescape")


def _shown(path: str) -> str:
    """The name of a file in a diff."""
    return path if path == "-" else os.path.relpath(path).replace(os.sep, "/")


def _told(path: str, result: Repair, done: str, palette: Palette, *, quiet: bool) -> Iterator[str]:
    """What was changed, what was lost, what is left and why."""
    name = printable(shown_path(path))
    if result.unreadable:
        yield f"{palette.red('Not read')} {name}: {printable(result.unreadable)}"
        return
    if result.changed and not quiet:
        yield f"{palette.green(done)} {name}: {count(len(result.changes), 'change')}"
    for change in result.changes if not quiet else ():
        what = change.message + (f"; {change.lost}" if change.lost else "")
        yield f"  {printable(f'line {change.line}{_at(change.pointer)}: {what}')}"
    for left in result.left:
        place = palette.bold(f"{name}:{left.line}:")
        yield f"{place} {palette.yellow('not repaired')} {printable(f'{left.fault.message}: {left.reason}')}"
    if result.note:
        yield f"{name}: {printable(result.note)}"


def _at(pointer: Sequence[str | int]) -> str:
    from flake8_toolloop.transcripts.document import written

    return f" at {written(tuple(pointer))}" if pointer else ""

"""Text for people: the finding, its source line with a caret, and the way that the turn took to get there."""

from __future__ import annotations

import os
import shutil
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache

from flake8_toolloop.findings import Finding, Fix, Related, Severity, Span, Verdict
from flake8_toolloop.front.runner import FileResult
from flake8_toolloop.front.screen import Palette, printable, width
from flake8_toolloop.noqa import split_lines


class TextReport:
    """Renders results one file at a time, and counts for the closing line."""

    def __init__(self, palette: Palette, *, files: int, show_fixes: bool = False) -> None:
        self.palette = palette
        self.files = files
        self.show_fixes = show_fixes
        self.codes: Counter[tuple[str, str]] = Counter()
        self.severities: Counter[Severity] = Counter()
        self.verdicts: Counter[Verdict] = Counter()
        self.damaged_files = 0

    def file(self, result: FileResult) -> Iterator[str]:
        """The lines for one file's findings."""
        self.damaged_files += bool(result.findings)
        self.verdicts.update(loop.verdict for loop in result.loops)
        lines = split_lines(result.source) if result.source else []
        for finding in result.findings:
            self.codes[finding.code, finding.name] += 1
            self.severities[finding.severity] += 1
            yield from self._finding(finding, result.path, lines)
            if self.show_fixes:
                yield from _fix(finding, result.source, self.palette)
            yield ""

    def statistics(self) -> Iterator[str]:
        """How often each code was found, the most frequent first."""
        digits = len(str(max(self.codes.values(), default=0)))
        for (code, name), count in sorted(self.codes.items(), key=lambda item: (-item[1], item[0])):
            yield f"{count:>{digits}}  {self.palette.bold(code)}  {name}"
        if self.codes:
            yield ""

    def summary(self) -> str:
        """The closing line: a clean run says what it followed, so that silence is not taken for clean."""
        total = sum(self.severities.values())
        looked = f"{count(self.files, 'file')}, {count(sum(self.verdicts.values()), 'tool loop')}{self._followed()}"
        if not total:
            return self.palette.green("No faults found") + f" in {looked}."
        kinds = ", ".join(
            count(self.severities[severity], severity.value) for severity in Severity if self.severities[severity]
        )
        return f"{self.palette.red('Found ' + count(total, 'fault'))} ({kinds}) in {self.damaged_files} of {looked}."

    def _followed(self) -> str:
        not_followed = self.verdicts[Verdict.NOT_FOLLOWED]
        return f" ({not_followed} not followed: see check --loops)" if not_followed else ""

    def _finding(self, finding: Finding, path: str, lines: Sequence[str]) -> Iterator[str]:
        place = f"{printable(shown_path(path))}:{finding.span.line}:{finding.span.column + 1}:"
        severity = _severity(finding.severity, self.palette)
        sure = "" if finding.confidence.value == "certain" else f" ({finding.confidence.value})"
        head = f"{self.palette.bold(place)} {self.palette.red(finding.code)} {severity}{sure}"
        yield f"{head}: {printable(finding.message)}"
        yield from excerpt(finding.span, lines, self.palette)
        if finding.related:
            yield f"  {self.palette.cyan('the way of the turn')}"
            yield from _way(finding, path, lines, self.palette)
        if finding.effect:
            yield f"  {self.palette.cyan('what follows')}  {printable(finding.effect)}"


def excerpt(span: Span, lines: Sequence[str], palette: Palette) -> Iterator[str]:
    """The source line of ``span`` with carets below its part of it."""
    if not 0 < span.line <= len(lines):
        return
    line = lines[span.line - 1]
    start = min(span.column, len(line))
    end = min(span.end_column, len(line)) if span.end_line == span.line else len(line.rstrip())
    end = max(end, start + 1)
    before, inside, after = (printable(part) for part in (line[:start], line[start:end], line[end:]))
    before = before.lstrip(" ")
    before, inside, after = _cropped(before, inside, after, _columns() - len(str(span.line)) - 5)
    number = str(span.line)
    carets = "^" * max(1, width(inside.rstrip()))
    yield f"  {palette.cyan(f'{number} |')} {before}{inside}{after}"
    yield f"  {palette.cyan(' ' * len(number) + ' |')} {' ' * width(before)}{palette.red(carets)}"


def shown_path(path: str) -> str:
    """A path as one would type it: relative where the file is below the current folder."""
    if path == "-" or not os.path.isabs(path):
        return path
    try:
        relative = os.path.relpath(path)
    except ValueError:
        return path
    return path if relative.startswith(os.pardir) else relative


def _way(finding: Finding, path: str, lines: Sequence[str], palette: Palette) -> Iterator[str]:
    """One line a step: its role, its place, its code as far as there is room, and what happens there."""
    roles = max(len(related.role) for related in finding.related)
    places = [_place(related, path) for related in finding.related]
    column = max(map(len, places))
    for related, place in zip(finding.related, places, strict=True):
        head = f"    {related.role:<{roles}}  {place:<{column}}  "
        note = f"  # {printable(related.message)}" if related.message else ""
        code = _shortened(_code(related, path, lines), max(_columns() - len(head) - len(note), 30))
        yield f"{head}{code}{palette.cyan(note)}".rstrip()


def _place(related: Related, path: str) -> str:
    return f"{printable(shown_path(related.filename or path))}:{related.span.line}"


def _code(related: Related, path: str, lines: Sequence[str]) -> str:
    """The source line of a step."""
    if related.filename and os.path.abspath(related.filename) != os.path.abspath(path):
        lines = _lines_of(related.filename)
    span = related.span
    if not 0 < span.line <= len(lines):
        return ""
    return printable(lines[span.line - 1].strip())


@lru_cache(maxsize=32)
def _lines_of(path: str) -> Sequence[str]:
    from flake8_toolloop.fixes.sourcefile import SourceError, read

    try:
        return split_lines(read(path).text)
    except SourceError:
        return ()


def _fix(finding: Finding, source: str, palette: Palette) -> Iterator[str]:
    """What each fix does, and the lines that it changes."""
    if not finding.fixes:
        yield f"  {palette.cyan('no fix')}  {printable(finding.no_fix_reason or 'there is none for this rule')}"
        return
    for number, fix in enumerate(finding.fixes):
        head = f"{'or' if number else 'fix'} ({fix.applicability.value})"
        yield f"  {palette.cyan(head)}  {printable(fix.message)}"
        for kind, line in changed_lines(source, fix):
            paint = palette.green if kind == "+" else palette.red
            yield f"    {paint(f'{kind} {printable(line)}'.rstrip())}"


def changed_lines(source: str, fix: Fix) -> Iterator[tuple[str, str]]:
    """The lines that a fix takes out and those that it puts in, with their signs."""
    import difflib

    from flake8_toolloop.fixes.edits import apply_edits

    before, after = split_lines(source), split_lines(apply_edits(source, fix.here))
    for line in difflib.unified_diff(before, after, n=0, lineterm=""):
        if line.startswith(("+", "-")) and not line.startswith(("+++", "---")):
            yield line[0], line[1:]


def _severity(severity: Severity, palette: Palette) -> str:
    paint = {Severity.ERROR: palette.red, Severity.WARNING: palette.yellow, Severity.NOTE: palette.cyan}
    return paint[severity](severity.value)


def _cropped(before: str, inside: str, after: str, room: int) -> tuple[str, str, str]:
    """Cut a long line so that the marked part, or its beginning, stays in sight."""
    if len(before) + len(inside) + len(after) <= room:
        return before, inside, after
    keep = max(room - min(len(inside), room * 2 // 3) - 1, 10)
    if len(before) > keep:
        before = "…" + before[len(before) - keep + 1 :]
    inside = _shortened(inside, max(room - len(before), 10))
    return before, inside, _shortened(after, max(room - len(before) - len(inside), 1))


def _shortened(text: str, room: int) -> str:
    return text if len(text) <= room else text[: room - 1] + "…"


@lru_cache(maxsize=1)
def _columns() -> int:
    return max(shutil.get_terminal_size((120, 24)).columns, 60)


def count(number: int, noun: str) -> str:
    """A number and its noun."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"

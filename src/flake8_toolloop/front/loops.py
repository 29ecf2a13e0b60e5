"""``check --loops``: every tool loop that was found and what became of its turn: silence must not look like clean."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from flake8_toolloop.findings import Loop, Verdict
from flake8_toolloop.front.runner import FileResult
from flake8_toolloop.front.screen import Palette, printable
from flake8_toolloop.front.text import count, shown_path
from flake8_toolloop.settings import ALWAYS


def loop_lines(results: Iterable[FileResult], palette: Palette) -> Iterator[str]:
    """``check --loops``: every tool loop that was found, and what became of its turn."""
    verdicts: Counter[Verdict] = Counter()
    unread = 0
    for result in results:
        for loop in result.loops:
            verdicts[loop.verdict] += 1
            yield _loop(loop, result.path, palette)
        for loop in not_read(result):
            unread += 1
            yield _loop(loop, result.path, palette)
    also = f" {count(unread, 'file')} could not be looked at." if unread else ""
    if not verdicts:
        yield f"No tool loops found.{also}"
        return
    parts = ", ".join(f"{verdicts[verdict]} {verdict.value}" for verdict in Verdict if verdicts[verdict])
    yield f"{count(sum(verdicts.values()), 'tool loop')}: {parts}.{also}"


def not_read(result: FileResult) -> Iterator[Loop]:
    """A file that could not be looked at may hold loops: it stands in the list as one that was not followed."""
    for finding in result.findings:
        if finding.code in ALWAYS:
            yield Loop(finding.span, Verdict.NOT_FOLLOWED, finding.message)


def _loop(loop: Loop, path: str, palette: Palette) -> str:
    paint = {Verdict.WHOLE: palette.green, Verdict.DAMAGED: palette.red, Verdict.NOT_FOLLOWED: palette.yellow}
    place = f"{printable(shown_path(path))}:{loop.span.line}:{loop.span.column + 1}:"
    where = f" in {loop.function}" if loop.function else ""
    at_line = f"line {loop.reason_line}: " if loop.reason_line else ""
    reason = f": {at_line}{printable(loop.reason)}" if loop.reason else ""
    return f"{palette.bold(place)} {paint[loop.verdict](loop.verdict.value)}{where}{reason}"

"""``# noqa`` as flake8 reads it, so that one comment quiets both doors.

The comment has to stand on the reported line, which is joined to its neighbours only across a string of several lines
or a backslash, not across brackets. Codes match by prefix, ``# noqa`` alone quiets the line, ``# flake8: noqa`` on a
line of its own the file.
"""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Callable, Iterable

from flake8_toolloop.findings import Finding
from flake8_toolloop.settings import Settings, is_shown

_INLINE = re.compile(r"# noqa(?::[\s]?(?P<codes>([A-Z]+[0-9]+(?:[,\s]+)?)+))?", re.IGNORECASE)
_FILE = re.compile(r"\s*# flake8[:=]\s*noqa", re.IGNORECASE)
_NEWLINES = re.compile(r"\r\n|\r|\n")

Suppressed = Callable[[str, int], bool]
"""Whether a finding of this code on this line is quieted."""


def visible(findings: Iterable[Finding], source: str, settings: Settings, path: str) -> tuple[Finding, ...]:
    """The findings that the user asked for and has not quieted, in the order of the file."""
    shown = sorted(
        (finding for finding in findings if is_shown(finding, settings, path)),
        key=lambda finding: (finding.span, finding.code),
    )
    if not shown:
        return ()
    quieted = suppressions(source)
    return tuple(finding for finding in shown if not quieted(finding.code, finding.span.line))


def suppressions(source: str) -> Suppressed:
    """Read the comments of ``source`` once, and answer for any number of findings."""
    # Reading tokens costs more than parsing: only files that hold the word at all pay for it.
    if "noqa" not in source.lower():
        return _never
    lines = split_lines(source)
    if any(_FILE.match(line) for line in lines):
        return _always
    joined = _joined_lines(lines)

    def suppressed(code: str, line: int) -> bool:
        text = joined.get(line) or (lines[line - 1] if 0 < line <= len(lines) else "")
        match = _INLINE.search(text)
        if match is None:
            return False
        codes = match["codes"]
        return codes is None or code.startswith(tuple(filter(None, re.split(r"[,\s]", codes))))

    return suppressed


def split_lines(source: str) -> list[str]:
    """The lines as Python counts them, without their ends; ``str.splitlines`` breaks at form feeds too."""
    return _NEWLINES.split(source)


def _joined_lines(lines: list[str]) -> dict[int, str]:
    """For each line, the text in which its comment may stand."""
    joined: dict[int, str] = {}
    first = last = 0
    reader = io.StringIO("".join(f"{line}\n" for line in lines))
    try:
        for token in tokenize.generate_tokens(reader.readline):
            if token.type in (tokenize.ENDMARKER, tokenize.DEDENT):
                continue
            first = min(first or token.start[0], token.start[0])
            last = max(last, token.end[0])
            if token.type in (tokenize.NL, tokenize.NEWLINE):
                text = "\n".join(lines[first - 1 : last])
                joined.update(dict.fromkeys(range(first, last + 1), text))
                first = last = 0
    except (tokenize.TokenError, SyntaxError):
        return {}
    return joined


def _never(_code: str, _line: int) -> bool:
    return False


def _always(_code: str, _line: int) -> bool:
    return True

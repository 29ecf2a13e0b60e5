"""``# noqa`` as flake8 reads it, so that one comment quiets both doors.

The comment has to stand on the reported line, which is joined to its neighbours only across a string of several lines
or a backslash, not across brackets. Codes match by prefix, ``# noqa`` alone quiets the line, ``# flake8: noqa`` on a
line of its own the file.
"""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from flake8_toolloop.findings import Finding
from flake8_toolloop.settings import Settings, is_shown

_INLINE = re.compile(r"# noqa(?::[\s]?(?P<codes>([A-Z]+[0-9]+(?:[,\s]+)?)+))?", re.IGNORECASE)
_FILE = re.compile(r"\s*# flake8[:=]\s*noqa", re.IGNORECASE)
_NEWLINES = re.compile(r"\r\n|\r|\n")
_SEPARATOR = re.compile(r"[,\s]+")
_OURS = re.compile(rb"# noqa:[^\r\n]{0,200}TLP[0-9]", re.IGNORECASE)

Suppressed = Callable[[str, int], bool]
"""Whether a finding of this code on this line is quieted."""


@dataclass(frozen=True)
class Comment:
    """A comment that names codes, and the lines on which it quiets them."""

    first: int
    last: int
    line: int
    """Where ``# noqa`` begins."""
    column: int
    text: str
    """From there to the last code, with what parts it from what follows."""
    codes: tuple[str, ...]


@dataclass
class _Tokens:
    """What the tokens of a file say: which lines belong together, and where comments begin."""

    ranges: dict[int, tuple[int, int]] = field(default_factory=dict)
    comments: dict[int, int] = field(default_factory=dict)


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
    ranges = _tokens(lines).ranges

    def suppressed(code: str, line: int) -> bool:
        first, last = ranges.get(line, (line, line))
        match = _INLINE.search("\n".join(lines[first - 1 : last])) if first > 0 else None
        if match is None:
            return False
        codes = match["codes"]
        return codes is None or code.startswith(tuple(filter(None, _SEPARATOR.split(codes))))

    return suppressed


def names_codes(data: bytes) -> bool:
    """Whether a file may hold a comment that names codes of ours."""
    return b"TLP" in data and _OURS.search(data) is not None


def naming_comments(source: str) -> Iterator[Comment]:
    """The comments that name codes; none of a file that is quieted as a whole, or that cannot be read."""
    if "noqa" not in source.lower():
        return
    lines = split_lines(source)
    if any(_FILE.match(line) for line in lines):
        return
    tokens = _tokens(lines)
    for first, last in dict.fromkeys(tokens.ranges.values()):
        # flake8 looks at the first one of a line only, also inside of a string.
        for line in range(first, last + 1):
            match = _INLINE.search(lines[line - 1])
            if match is not None:
                column = tokens.comments.get(line)
                if match["codes"] and column is not None and match.start() >= column:
                    codes = tuple(filter(None, _SEPARATOR.split(match["codes"])))
                    yield Comment(first, last, line, match.start(), match.group(), codes)
                break


def split_lines(source: str) -> list[str]:
    """The lines as Python counts them, without their ends; ``str.splitlines`` breaks at form feeds too."""
    return _NEWLINES.split(source)


def _tokens(lines: list[str]) -> _Tokens:
    """For each line, those in which its comment may stand; nothing where the file cannot be read."""
    found = _Tokens()
    first = last = 0
    reader = io.StringIO("".join(f"{line}\n" for line in lines))
    try:
        for token in tokenize.generate_tokens(reader.readline):
            if token.type in (tokenize.ENDMARKER, tokenize.DEDENT):
                continue
            if token.type == tokenize.COMMENT:
                found.comments[token.start[0]] = token.start[1]
            first = min(first or token.start[0], token.start[0])
            last = max(last, token.end[0])
            if token.type in (tokenize.NL, tokenize.NEWLINE):
                found.ranges.update(dict.fromkeys(range(first, last + 1), (first, last)))
                first = last = 0
    except (tokenize.TokenError, SyntaxError):
        return _Tokens()
    return found


def _never(_code: str, _line: int) -> bool:
    return False


def _always(_code: str, _line: int) -> bool:
    return True

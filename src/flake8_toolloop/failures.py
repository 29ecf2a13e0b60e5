"""What went wrong with a file, or with us, as a finding: one clear line, and the run goes on."""

from __future__ import annotations

import os
import traceback

from flake8_toolloop.findings import Confidence, Finding, Severity, Span

_HERE = os.path.dirname(os.path.abspath(__file__))


def unreadable(reason: str, line: int = 1, column: int = 0) -> Finding:
    """TLP901: the file cannot be opened, decoded or read as Python."""
    return Finding(
        code="TLP901",
        name="unreadable-file",
        message=_one_line(reason),
        severity=Severity.ERROR,
        confidence=Confidence.CERTAIN,
        span=Span(line, column, line, column),
        no_fix_reason="a file that cannot be read is left as it is: correct it first",
    )


def unopenable(error: OSError) -> Finding:
    """TLP901 for a file that the system does not give us."""
    return unreadable(f"cannot be read: {error.strerror or error}")


def unparsable(error: BaseException) -> Finding:
    """TLP901 for what ``ast.parse`` raised."""
    if isinstance(error, SyntaxError):
        # The offset counts code points from 1, and is 0 or missing where the parser has no place to name.
        column = max((error.offset or 1) - 1, 0)
        return unreadable(f"cannot be read as Python: {error.msg}", error.lineno or 1, column)
    if isinstance(error, (RecursionError, MemoryError)):
        return unreadable("cannot be read as Python: nested too deeply")
    return unreadable(f"cannot be read as Python: {error}")


def internal_error(error: BaseException) -> Finding:
    """TLP902: a mistake of ours, with the place in our code that a report needs."""
    return Finding(
        code="TLP902",
        name="internal-error",
        message=f"flake8-toolloop failed on this file ({_one_line(_describe(error))}); please report it",
        severity=Severity.ERROR,
        confidence=Confidence.CERTAIN,
        span=Span(1, 0, 1, 0),
        no_fix_reason="nothing is known of the file: it is left as it is",
    )


def unusable_settings(error: Exception) -> Finding:
    """TLP902 where the settings of the file cannot be used and the door has no better way to say so (flake8)."""
    return Finding(
        code="TLP902",
        name="internal-error",
        message=_one_line(f"not checked, the settings cannot be used: {error}"),
        severity=Severity.ERROR,
        confidence=Confidence.CERTAIN,
        span=Span(1, 0, 1, 0),
        no_fix_reason="nothing is known of the file: it is left as it is",
    )


def _describe(error: BaseException) -> str:
    text = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if frame.filename.startswith(_HERE)]
    if not ours:
        return text
    place = os.path.relpath(ours[-1].filename, os.path.dirname(_HERE)).replace(os.sep, "/")
    return f"{text}, {place}:{ours[-1].lineno}"


def _one_line(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 300 else line[:299] + "…"

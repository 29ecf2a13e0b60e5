"""What is shown of a report: what was asked for and not quieted, and the comments that quiet nothing (TLP903)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from flake8_toolloop.findings import Applicability, Confidence, Edit, Finding, Fix, Report, Severity, Span
from flake8_toolloop.noqa import Comment, names_codes, naming_comments, split_lines, visible
from flake8_toolloop.prefilter import may_matter
from flake8_toolloop.settings import UNUSED, Settings, is_enabled

_CODE = re.compile(r"TLP(?!9)[0-9]{0,3}", re.ASCII)
_NO_FIX = "what else the comment says is for you to keep or drop"


def worth_a_look(data: bytes) -> bool:
    """Whether anything can be shown of a file with these bytes."""
    return may_matter(data) or names_codes(data)


def shown(report: Report, source: str, settings: Settings) -> tuple[Finding, ...]:
    """The findings of a report as they are shown, in the order of the file."""
    findings = visible(report.findings, source, settings, report.path)
    if not report.complete or not is_enabled(UNUSED, settings, report.path):
        return findings
    unused = visible(_unused(report, source, settings), source, settings, report.path)
    return tuple(sorted((*findings, *unused), key=lambda f: (f.span, f.code))) if unused else findings


def _unused(report: Report, source: str, settings: Settings) -> Iterator[Finding]:
    """A finding for each comment with codes that quiet nothing: nothing of any persona, on none of its lines."""
    for comment in naming_comments(source):
        on_lines = [f.code for f in report.findings if comment.first <= f.span.line <= comment.last]
        idle = [
            code
            for code in comment.codes
            if _judged(code, settings, report.path) and not any(found.startswith(code) for found in on_lines)
        ]
        if idle:
            yield _stated(comment, idle, source)


def _judged(code: str, settings: Settings, path: str) -> bool:
    """Whether all rules that a code stands for have been asked: another run may need it for the others."""
    if not _CODE.fullmatch(code):
        return False
    from flake8_toolloop.rules import RULES  # loaded only where a comment names our codes

    meant = [rule for rule in RULES if rule.code.startswith(code) and _CODE.fullmatch(rule.code)]
    return bool(meant) and all(
        is_enabled(rule.code, settings, path) and (settings.strict or not rule.strict) for rule in meant
    )


def _stated(comment: Comment, idle: list[str], source: str) -> Finding:
    codes = ", ".join(idle)
    edit = _edit(comment, idle, split_lines(source)[comment.line - 1])
    return Finding(
        code=UNUSED,
        name="unused-suppression",
        message=f"`# noqa: {codes}` quiets nothing on this line",
        severity=Severity.NOTE,
        confidence=Confidence.CERTAIN,
        span=Span(comment.line, comment.column, comment.line, comment.column + len(comment.text.rstrip())),
        fixes=(Fix(f"Take {codes} out", _applicability(source, edit), (edit,)),) if edit else (),
        no_fix_reason=None if edit else _NO_FIX,
    )


def _edit(comment: Comment, idle: list[str], line: str) -> Edit | None:
    """The codes taken out of the comment, or the comment where nothing is left of it."""
    start, end = comment.column, comment.column + len(comment.text)
    kept = [code for code in comment.codes if code not in idle]
    if kept:
        head = comment.text[: comment.text.index(comment.codes[0])]
        between = comment.text[len(head) :]
        separator = re.search(r"[,\s]+", between)
        tail = between[len(between.rstrip(", \t")) :]
        text = head + (separator.group() if separator else ", ").join(kept) + tail
        return Edit(Span(comment.line, start, comment.line, end), text)
    rest = line[end:]
    if rest.strip() and not rest.lstrip().startswith("#"):
        return None
    if rest.strip():
        return Edit(Span(comment.line, start, comment.line, end + len(rest) - len(rest.lstrip())), "")
    before = line[:start].rstrip()
    if before:
        return Edit(Span(comment.line, len(before), comment.line, len(line)), "")
    return Edit(Span(comment.line, 0, comment.line + 1, 0), "")


def _applicability(source: str, edit: Edit) -> Applicability:
    """Unsafe where the comment holds words of the author that no longer stand as they did."""
    from flake8_toolloop.fixes.edits import apply_edits
    from flake8_toolloop.fixes.guards import lost_comments

    lost = lost_comments(source, apply_edits(source, (edit,)))
    return Applicability.UNSAFE if lost else Applicability.SAFE

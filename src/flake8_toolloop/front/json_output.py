"""JSON in ruff's layout, so that what reads ruff's output reads ours; docs/json.md describes it, version 1."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from typing import Any

from flake8_toolloop.findings import Edit, Finding, Fix, Loop, Span
from flake8_toolloop.front.loops import not_read
from flake8_toolloop.front.runner import FileResult


def render_findings(results: Iterable[FileResult], *, show_fixes: bool) -> str:
    """A list of findings; positions count from 1, columns in code points, ends are exclusive."""
    rows = [_finding(finding, result.path, show_fixes=show_fixes) for result in results for finding in result.findings]
    return json.dumps(rows, indent=2) + "\n"


def render_loops(results: Iterable[FileResult]) -> str:
    """A list of tool loops."""
    rows = [_loop(loop, result.path) for result in results for loop in (*result.loops, *not_read(result))]
    return json.dumps(rows, indent=2) + "\n"


def _finding(finding: Finding, path: str, *, show_fixes: bool) -> dict[str, Any]:
    row: dict[str, Any] = {
        "filename": _filename(path),
        "code": finding.code,
        "name": finding.name,
        "message": finding.message,
        **_range(finding.span),
        "url": finding.url,
        "severity": finding.severity.value,
        "confidence": finding.confidence.value,
        "dialect": finding.dialect,
        "effect": finding.effect,
        "related": [
            {
                "role": related.role,
                "filename": _filename(related.filename or path),
                **_range(related.span),
                "message": related.message,
            }
            for related in finding.related
        ],
    }
    if finding.pointer is not None:
        row["pointer"] = finding.pointer
    if show_fixes:
        row["fix"] = _fix(finding.fix) if finding.fix else None
        row["alternatives"] = [_fix(fix) for fix in finding.fixes[1:]]
        row["no_fix_reason"] = finding.no_fix_reason
    return row


def _fix(fix: Fix) -> dict[str, Any]:
    return {
        "applicability": fix.applicability.value,
        "message": fix.message,
        "edits": [_edit(edit) for edit in fix.edits],
    }


def _edit(edit: Edit) -> dict[str, Any]:
    other = {"filename": _filename(edit.span.file)} if edit.span.file else {}
    return {**other, "content": edit.content, **_range(edit.span)}


def _loop(loop: Loop, path: str) -> dict[str, Any]:
    return {
        "filename": _filename(path),
        "function": loop.function,
        **_range(loop.span),
        "verdict": loop.verdict.value,
        "reason": loop.reason,
        "reason_row": loop.reason_line,
    }


def _range(span: Span) -> dict[str, Any]:
    return {
        "location": {"row": span.line, "column": span.column + 1},
        "end_location": {"row": span.end_line, "column": span.end_column + 1},
    }


def _filename(path: str) -> str:
    return path if path == "-" else os.path.abspath(path)

"""JSON output: its schema, ruff's layout, positions."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from flake8_toolloop.findings import (
    Applicability,
    Confidence,
    Edit,
    Finding,
    Fix,
    Loop,
    Related,
    Severity,
    Span,
    Verdict,
)
from flake8_toolloop.front.json_output import render_findings, render_loops
from flake8_toolloop.front.runner import FileResult

DOCS = Path(__file__).parents[2] / "docs"
SCHEMA = json.loads((DOCS / "json-schema-v1.json").read_text(encoding="utf-8"))
FIX = Fix("Replay the turn", Applicability.SAFE, (Edit(Span(2, 0, 2, 4), "r.content"), Edit(Span(3, 0, 3, 0), "")))


def finding(**changes: Any) -> Finding:
    values: dict[str, Any] = {
        "code": "TLP101",
        "name": "filtered-assistant-turn",
        "message": "lost \U0001f926",
        "severity": Severity.ERROR,
        "confidence": Confidence.CERTAIN,
        "span": Span(2, 0, 3, 7),
        "dialect": "anthropic",
        "related": (Related("model call", Span(1, 4, 1, 9), "m"), Related("replay", Span(1, 0, 1, 1), "", "pkg/b.py")),
    }
    return Finding(**{**values, **changes})


def rendered(*findings: Finding, path: str = "pkg/a.py", show_fixes: bool = False) -> Any:
    rows = json.loads(render_findings([FileResult(path, findings)], show_fixes=show_fixes))
    jsonschema.validate(rows, SCHEMA)
    return rows


def test_the_layout(project: Path) -> None:
    (row,) = rendered(finding(effect="400"))
    assert row == {
        "filename": str(project / "pkg/a.py"),
        "code": "TLP101",
        "name": "filtered-assistant-turn",
        "message": "lost \U0001f926",
        "location": {"row": 2, "column": 1},
        "end_location": {"row": 3, "column": 8},
        "url": finding().url,
        "severity": "error",
        "confidence": "certain",
        "dialect": "anthropic",
        "effect": "400",
        "related": [
            {
                "role": "model call",
                "filename": str(project / "pkg/a.py"),
                "location": {"row": 1, "column": 5},
                "end_location": {"row": 1, "column": 10},
                "message": "m",
            },
            {
                "role": "replay",
                "filename": str(project / "pkg/b.py"),
                "location": {"row": 1, "column": 1},
                "end_location": {"row": 1, "column": 2},
                "message": "",
            },
        ],
    }


def test_fixes_or_the_reason_why_there_is_none() -> None:
    fixed, unfixed = rendered(finding(fixes=(FIX,)), finding(no_fix_reason="out of reach"), show_fixes=True)
    assert fixed["fix"]["applicability"] == "safe"
    assert fixed["fix"]["edits"][1] == {
        "content": "",
        "location": {"row": 3, "column": 1},
        "end_location": {"row": 3, "column": 1},
    }
    assert fixed["no_fix_reason"] is None
    assert (fixed["alternatives"], unfixed["alternatives"]) == ([], [])
    assert (unfixed["fix"], unfixed["no_fix_reason"]) == (None, "out of reach")
    assert "fix" not in rendered(finding(fixes=(FIX,)))[0]


def test_alternatives_come_beside_the_preferred_fix() -> None:
    (row,) = rendered(finding(fixes=(FIX, Fix("Or so", Applicability.UNSAFE, FIX.edits))), show_fixes=True)
    assert row["fix"]["message"] == "Replay the turn"
    assert [(fix["message"], fix["applicability"]) for fix in row["alternatives"]] == [("Or so", "unsafe")]


@pytest.mark.parametrize("severity", Severity)
@pytest.mark.parametrize("confidence", Confidence)
@pytest.mark.parametrize("applicability", Applicability)
def test_every_value_is_in_the_schema(severity: Severity, confidence: Confidence, applicability: Applicability) -> None:
    fix = Fix("m", applicability, ())
    rendered(finding(severity=severity, confidence=confidence, fixes=(fix,), dialect=None), path="-", show_fixes=True)


@pytest.mark.parametrize("verdict", Verdict)
def test_loops(project: Path, verdict: Verdict) -> None:
    loop = Loop(Span(3, 4, 9, 0), verdict, "why", 7, "run")
    rows = json.loads(render_loops([FileResult("a.py", (), (loop,))]))
    jsonschema.validate(rows, SCHEMA)
    assert rows == [
        {
            "filename": str(project / "a.py"),
            "function": "run",
            "location": {"row": 3, "column": 5},
            "end_location": {"row": 9, "column": 1},
            "verdict": verdict.value,
            "reason": "why",
            "reason_row": 7,
        }
    ]


def test_nothing_is_an_empty_list() -> None:
    assert rendered() == []
    jsonschema.validate(json.loads(render_loops([])), SCHEMA)


def test_the_schema_refuses_what_it_does_not_describe() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    (row,) = rendered(finding())
    for change in ({"code": "E501"}, {"location": {"row": 0, "column": 1}}, {"severity": "fatal"}):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate([{**row, **change}], SCHEMA)


def test_the_page_names_every_key() -> None:
    page = (DOCS / "json.md").read_text(encoding="utf-8")
    definitions = SCHEMA["$defs"]
    for name in ("finding", "related", "fix", "edit", "loop"):
        for key in definitions[name]["properties"]:
            assert key in page, key

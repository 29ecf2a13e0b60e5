"""``explain``: from a provider's error text, however it is quoted, to what can cause it."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import jsonschema
import pytest

from flake8_toolloop.dialects import anthropic_errors
from flake8_toolloop.dialects.anthropic_errors import ERRORS
from flake8_toolloop.dialects.errors import ErrorText
from flake8_toolloop.front.explaining import quoted
from flake8_toolloop.rules.causes import ANTHROPIC

Run = Callable[..., "subprocess.CompletedProcess[str]"]
SCHEMA = json.loads((Path(__file__).parents[2] / "docs" / "json-schema-explain-v1.json").read_text(encoding="utf-8"))
VALUES = {
    "place": "messages.3.content.0",
    "message": "messages.3",
    "ids": "toolu_01A09q90qw90lq917835lq9, toolu_01B",
    "found": "tool_use",
    "name": "web_search",
    "result": "web_search_tool_result",
    "kind": "tool_use",
    "field": "caller",
    "count": "2",
    "role": "user",
    "why": "not an object",
}


def text(error: ErrorText) -> str:
    general = {"field-required": "max_tokens", "extra-field": "messages.0.colour"}
    return error.text(**{**VALUES, "field": general.get(error.name, VALUES["field"])})


def body(message: str) -> str:
    return json.dumps({"type": "error", "error": {"type": "invalid_request_error", "message": message}})


QUOTATIONS: dict[str, Callable[[str], str]] = {
    "as it is": lambda message: message,
    "body": body,
    "body in a log's JSON": lambda message: json.dumps({"level": "error", "body": body(message)}),
    "three times escaped": lambda message: json.dumps([{"error": "Error: 400 " + json.dumps(body(message))}]),
    "SDK exception": lambda message: f"anthropic.BadRequestError: Error code: 400 - {json.loads(body(message))}",
    "log line": lambda message: f"2026-11-30 12:00:01,123 ERROR agent[7]: 400 {message} (request_id=req_011CT)\n",
    "wrapped by a terminal": lambda message: re.sub(r" (\S+) (\S+) ", r" \1\n    \2  ", message),
    "without backticks": lambda message: message.replace("`", ""),
    "HTML": lambda message: message.replace("`", "&#x60;").replace('"', "&quot;"),
    "unicode escapes": lambda message: message.replace("`", r"\u0060"),
    "typographic": lambda message: message.replace("`", "\u2019").upper().replace("MESSAGES.", "messages."),
}


def names(found: str) -> list[str]:
    return [one.explanation.error.name for one in quoted(found)]


@pytest.mark.parametrize("quotation", QUOTATIONS)
@pytest.mark.parametrize("error", ERRORS, ids=lambda error: error.name)
def test_each_text_is_known_however_it_is_quoted(error: ErrorText, quotation: str) -> None:
    assert names(QUOTATIONS[quotation](text(error))) == [error.name]


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: error.name)
def test_a_part_of_a_text_is_enough(error: ErrorText) -> None:
    for sign in error.signs:
        assert names(f"what is {sign.format(**VALUES)} about?") == [error.name]


def test_no_text_of_the_table_is_left_unexplained() -> None:
    table = {value for value in vars(anthropic_errors).values() if isinstance(value, ErrorText)}
    assert table == set(ERRORS)
    assert [explanation.error for explanation in ANTHROPIC] == list(ERRORS)
    for explanation in ANTHROPIC:
        codes = [cause.code for cause in explanation.causes if cause.code]
        assert explanation.causes
        assert len(codes) == len(set(codes))
        assert all(re.fullmatch(r"TLP[1-5]\d\d", code) for code in codes)


def test_several_refusals_in_a_log_come_in_order_and_once() -> None:
    log = "\n".join(text(error) for error in (anthropic_errors.UNSIGNED, anthropic_errors.UNANSWERED) * 3)
    assert names(log) == ["unsigned", "unanswered"]


def test_where_it_happened(command: Run) -> None:
    done = command("explain", QUOTATIONS["SDK exception"](text(anthropic_errors.UNEXPECTED_RESULT)))
    assert (done.returncode, done.stderr) == (0, "")
    first, where, calls, *rest = done.stdout.splitlines()
    assert first.startswith("Anthropic Messages 400 unexpected-result: A result answers a call that is not ")
    assert where == "  where  messages.3.content.0: block 1 of message 4 of the request"
    assert calls == "  calls  toolu_01A09q90qw90lq917835lq9, toolu_01B"
    assert any(line.split()[0].startswith("TLP") for line in rest if line.strip())
    assert any("flake8-toolloop check" in line and "--select" in line for line in rest)


def test_the_rules_that_it_names_find_the_fault(project: Path, command: Run, lossy: str) -> None:
    (project / "agent.py").write_text(lossy)
    told = command("explain", text(anthropic_errors.THINKING_EXPECTED)).stdout
    (line,) = [line for line in told.splitlines() if "flake8-toolloop check" in line]
    done = command(*line[line.index("check") :].split())
    assert done.returncode == 1
    assert "TLP101" in done.stdout


def test_standard_input(command: Run) -> None:
    done = command("explain", "-", stdin=b"\xff\xfe garbage \0 " + text(anthropic_errors.EMPTY_TEXT).encode())
    assert (done.returncode, done.stdout.split(":")[0]) == (0, "Anthropic Messages 400 empty-text")


def test_words_need_no_quotes(command: Run) -> None:
    done = command("explain", "messages.1:", "text", "content", "blocks", "must", "be", "non-empty")
    assert done.returncode == 0


def test_an_unknown_text(command: Run) -> None:
    done = command("explain", "Error code: 529 - overloaded_error")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "flake8-toolloop: no refusal of a provider that is known here is in this text\n"
    assert json.loads(command("explain", "--output-format", "json", "no").stdout) == []


@pytest.mark.parametrize("arguments", [("explain",), ("explain", " "), ("explain", "-")])
def test_no_text_is_wrong_usage(command: Run, arguments: tuple[str, ...]) -> None:
    done = command(*arguments)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: error.name)
def test_json(error: ErrorText, capsys: pytest.CaptureFixture[str]) -> None:
    from flake8_toolloop.front.cli import run

    assert run(["explain", "--output-format", "json", text(error)]) == 0
    rows = json.loads(capsys.readouterr().out)
    jsonschema.validate(rows, SCHEMA)
    assert rows[0]["error"] == error.name


def test_a_long_text_takes_no_time() -> None:
    assert names("a" * 2_000_000 + ": " + "tool use with id " * 50_000) == []

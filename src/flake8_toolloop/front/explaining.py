"""``explain``: from the text of a provider's refusal to the rules that can cause it.

Exit code 0: a refusal was found in the text. 1: none that is known. 2: wrong usage.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from flake8_toolloop.dialects.anthropic import ANTHROPIC
from flake8_toolloop.dialects.base import Dialect
from flake8_toolloop.dialects.errors import plain
from flake8_toolloop.findings import URL
from flake8_toolloop.front.request import standard_input
from flake8_toolloop.front.screen import Palette, palette_for, printable
from flake8_toolloop.rules import RULES, causes
from flake8_toolloop.rules.base import Rule
from flake8_toolloop.rules.causes import Cause, Explanation
from flake8_toolloop.settings import SettingsError

TABLES: tuple[tuple[Dialect, tuple[Explanation, ...]], ...] = ((ANTHROPIC, causes.ANTHROPIC),)
_PLACE = re.compile(r"messages\.(\d{1,9})(?:\.content\.(\d{1,9}))?")
_IDS = re.compile(r"\b(?:srv)?toolu_\w+")
_BEFORE, _AFTER = 200, 600
"""How far from the words of a refusal its place and its ids are looked for."""


@dataclass(frozen=True)
class Quoted:
    """A refusal as it is quoted in a text."""

    at: int
    dialect: Dialect
    explanation: Explanation
    place: str | None = None
    ids: tuple[str, ...] = ()


def explain(args: argparse.Namespace) -> int:
    """Run ``explain`` and return its exit code."""
    text = standard_input().decode("utf-8", "replace") if args.text == ["-"] else " ".join(args.text)
    if not text.strip():
        raise SettingsError("there is no text to explain")
    found = quoted(text)
    if args.output_format == "json":
        sys.stdout.write(json.dumps([_row(one) for one in found], indent=2) + "\n")
    else:
        palette = palette_for(sys.stdout)
        for one in found:
            for line in _lines(one, palette):
                print(line)
    if not found:
        print("flake8-toolloop: no refusal of a provider that is known here is in this text", file=sys.stderr)
    return 0 if found else 1


def quoted(text: str) -> list[Quoted]:
    """The refusals in a text, each once, as they come."""
    words = plain(text)
    free = words
    found: list[Quoted] = []
    for dialect, table in TABLES:
        for explanation in table:
            first: Quoted | None = None
            for match in list(explanation.error.pattern.finditer(free)):
                # What one refusal says is not looked at again: others are a part of it.
                free = free[: match.start()] + "\0" * (match.end() - match.start()) + free[match.end() :]
                first = first or _read(words, match, dialect, explanation)
            if first is not None:
                found.append(first)
    return sorted(found, key=lambda one: one.at)


def _read(words: str, match: re.Match[str], dialect: Dialect, explanation: Explanation) -> Quoted:
    """A refusal with the place that is named before it and the ids that are named around it."""
    before = words[max(match.start() - _BEFORE, 0) : match.end()]
    places = list(_PLACE.finditer(before))
    ids = _IDS.findall(words[match.start() : match.end() + _AFTER])
    place = _said(places[-1]) if places else None
    return Quoted(match.start(), dialect, explanation, place, tuple(dict.fromkeys(ids)))


def _said(place: re.Match[str]) -> str:
    """``messages.3.content.0`` counts from 0."""
    message, block = place.groups()
    inside = f"block {int(block) + 1} of " if block is not None else ""
    return f"{place.group()}: {inside}message {int(message) + 1} of the request"


def _known(cause: Cause) -> Rule | None:
    return next((rule for rule in RULES if rule.code == cause.code), None)


def _lines(one: Quoted, palette: Palette) -> Iterator[str]:
    error = one.explanation.error
    yield f"{palette.bold(one.dialect.title)} {palette.red(f'{error.status} {error.name}')}: {one.explanation.meaning}"
    if one.place:
        yield f"  {palette.cyan('where')}  {one.place}"
    if one.ids:
        yield f"  {palette.cyan('calls')}  {printable(', '.join(one.ids))}"
    yield f"  {palette.cyan('what can cause it, the likeliest first')}"
    rules = [rule for cause in one.explanation.causes if (rule := _known(cause))]
    width = max((len(rule.name) for rule in rules), default=0)
    for cause in one.explanation.causes:
        rule = _known(cause)
        head = f"{palette.red(rule.code)}  {rule.name:<{width}}" if rule else f"{'':<6}  {'':<{width}}"
        yield f"    {head}  {cause.look_for}"
    if rules:
        strict = " --persona strict" if any(rule.strict for rule in rules) else ""
        codes = ",".join(sorted(rule.code for rule in rules))
        yield f"  {palette.cyan('look for them')}  flake8-toolloop check{strict} --select {codes}"
    yield f"  {palette.cyan('source')}  {error.source}"
    yield ""


def _row(one: Quoted) -> dict[str, Any]:
    error = one.explanation.error
    return {
        "dialect": one.dialect.name,
        "error": error.name,
        "status": error.status,
        "type": error.type,
        "meaning": one.explanation.meaning,
        "place": one.place.partition(":")[0] if one.place else None,
        "ids": list(one.ids),
        "source": error.source,
        "causes": [_cause(cause) for cause in one.explanation.causes],
    }


def _cause(cause: Cause) -> dict[str, Any]:
    rule = _known(cause)
    return {
        "code": rule.code if rule else None,
        "name": rule.name if rule else None,
        "strict": rule.strict if rule else None,
        "url": URL.format(rule.code.lower()) if rule else None,
        "look_for": cause.look_for,
    }

"""``rule`` and ``rules``: what the rules say about themselves."""

from __future__ import annotations

import difflib

from flake8_toolloop.rules import RULES
from flake8_toolloop.settings import SettingsError


def one(word: str) -> str:
    """The documentation of the rule with this code or name."""
    for rule in RULES:
        if word.upper() == rule.code or word.lower() == rule.name:
            fixable = "fixable" if rule.fixable else "no fix"
            persona = ", strict persona only" if rule.strict else ""
            return f"{rule.code} {rule.name} ({rule.severity.value}, {fixable}{persona})\n\n{rule.doc.strip()}"
    known = [name for rule in RULES for name in (rule.code, rule.name)]
    close = difflib.get_close_matches(word.upper(), known, n=1) or difflib.get_close_matches(word.lower(), known, n=1)
    hint = f", did you mean {close[0]}?" if close else " (flake8-toolloop rules lists them)"
    raise SettingsError(f"there is no rule {word!r}{hint}")


def everything() -> str:
    """One line for each rule."""
    names = max(len(rule.name) for rule in RULES)
    rows = []
    for rule in RULES:
        marks = f"{'fix' if rule.fixable else '':<3}  {'strict' if rule.strict else '':<6}"
        rows.append(f"{rule.code}  {rule.name:<{names}}  {rule.severity.value:<7}  {marks}  {rule.summary}")
    return "\n".join(rows)

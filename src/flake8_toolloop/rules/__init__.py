"""The rules, an explicit list: one module each."""

from __future__ import annotations

from flake8_toolloop.rules import replay
from flake8_toolloop.rules.base import Rule

RULES: tuple[Rule, ...] = replay.DRAFT

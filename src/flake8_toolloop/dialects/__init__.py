"""The dialects' tables. A new one is added to ``DIALECTS``; rules ask the table and hold no provider names."""

from __future__ import annotations

from flake8_toolloop.dialects.anthropic import ANTHROPIC
from flake8_toolloop.dialects.base import Dialect
from flake8_toolloop.dialects.chat import CHAT

DIALECTS: tuple[Dialect, ...] = (ANTHROPIC, CHAT)

"""Anthropic Messages: what differs by model. Beginnings of names, as of 2026-12-01.

A name may come with a region or a vendor before it (`us.anthropic.claude-...`, `anthropic/claude-...`).
"""

from __future__ import annotations

import re

VERSION = "2026-12-01"
# https://platform.claude.com/docs/en/build-with-claude/thinking : `display` is "omitted" by default from Opus 4.7 on.
OMITS = (
    "claude-opus-4-7",
    "claude-opus-4-8",
    "claude-opus-5",
    "claude-sonnet-5",
    "claude-haiku-5",
    "claude-fable",
    "claude-mythos",
)
"""Models that sign thinking whose text they do not show: it is empty, and has to go back like that."""
# "each thinking block must contain thinking": https://github.com/caozhiyuan/copilot-api/issues/54
WRITES = (
    "claude-3-7-sonnet",
    "claude-sonnet-4",
    "claude-opus-4-0",
    "claude-opus-4-1",
    "claude-opus-4-2",
    "claude-opus-4-5",
    "claude-opus-4-6",
    "claude-haiku-4",
)
"""Models that show the text of their thinking unless the request asks them not to: empty text was emptied."""
COMPATIBLE = ("deepseek", "kimi", "moonshot", "glm", "minimax", "qwen", "mimo", "gpt", "gemini", "grok", "llama")
"""Other models behind an endpoint of this shape: their signatures are what they like, or missing."""
# https://platform.claude.com/docs/en/build-with-claude/thinking : blocks of these are kept in the model's context
# after their cycle is closed; earlier models are not shown them again.
KEEPS = ("claude-opus-4-5", "claude-opus-4-6", "claude-sonnet-4-6", *OMITS)
"""Models that go on reading the deliberation of closed cycles."""
_NAME = re.compile(r"(?:^|[./:@])(claude-[\w.-]+)")


def plain_name(model: str) -> str:
    """The name without what stands before it."""
    found = _NAME.search(model.lower())
    return found[1] if found else model.lower().rsplit("/", 1)[-1]


def omits(model: str) -> bool:
    return plain_name(model).startswith(OMITS)


def writes(model: str) -> bool:
    return plain_name(model).startswith(WRITES)


def compatible(model: str) -> bool:
    """Whether a model is none of this provider's own, for certain."""
    return plain_name(model).startswith(COMPATIBLE)


def same_maker(one: str, other: str) -> bool:
    """Whether the deliberation of one model may be sent to the other: the provider drops what it cannot read."""
    if plain_name(one) == plain_name(other):
        return True
    return plain_name(one).startswith("claude") and plain_name(other).startswith("claude")

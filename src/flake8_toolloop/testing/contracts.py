"""The judges of recorded conversations, one for each contract: from a request's body to all that is wrong with it.

A judge is pure, takes any JSON value in any place, and never raises.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from flake8_toolloop.testing import judge_anthropic, judge_bedrock, judge_chat, judge_gemini, judge_responses
from flake8_toolloop.testing.fault import Fault


class Judge(Protocol):
    """Tells all faults of a request's body, in its order."""

    def __call__(self, body: Mapping[str, Any], *, recorded: Sequence[str] = ()) -> Iterable[Fault]:
        """``recorded`` are texts of errors that were recorded beside the conversation: evidence of what was refused."""


CONTRACTS: dict[str, Judge] = {
    "anthropic": judge_anthropic.judge,
    "claude-code": judge_anthropic.judge,
    "chat": judge_chat.judge,
    "responses": judge_responses.judge,
    "gemini": judge_gemini.judge,
    "bedrock": judge_bedrock.judge,
}
"""By the name of the format."""

"""A strict local provider: run a tool loop against it and learn what the real API would refuse, or lose in silence.

    with StrictProvider([thinking("..."), call("weather", city="Paris")], [text("21 degrees")]) as provider:
        run_my_loop(anthropic.Anthropic(base_url=provider.base_url, api_key="-"))
    provider.assert_clean()

Needs the extra `testing` once a provider is started; scripts and the judge need nothing.
"""

from __future__ import annotations

from flake8_toolloop.testing.judge import Received, judge
from flake8_toolloop.testing.provider import Exchange, Provider
from flake8_toolloop.testing.script import (
    Turn,
    call,
    cut_call,
    demanding,
    load,
    omitted,
    paused,
    redacted,
    server_call,
    server_result,
    text,
    thinking,
    turn,
    unknown,
)
from flake8_toolloop.testing.server import StrictProvider
from flake8_toolloop.testing.verdict import Damage, Mode, Refusal, Verdict

__all__ = [
    "Damage",
    "Exchange",
    "Mode",
    "Provider",
    "Received",
    "Refusal",
    "StrictProvider",
    "Turn",
    "Verdict",
    "call",
    "cut_call",
    "demanding",
    "judge",
    "load",
    "omitted",
    "paused",
    "redacted",
    "server_call",
    "server_result",
    "text",
    "thinking",
    "turn",
    "unknown",
]

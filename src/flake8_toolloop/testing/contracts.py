"""The judges of recorded conversations, one for each contract: from a request's body to all that is wrong with it.

A judge is pure, takes any JSON value in any place, and never raises.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from flake8_toolloop.testing.fault import Fault

Judge = Callable[[Mapping[str, Any]], Iterable[Fault]]

CONTRACTS: dict[str, Judge] = {}
"""By the name of the format."""

"""The repairs of each format: a small function for each kind of fault.

Each module has `REPAIRS`, from a kind to what repairs it. A repair gives a change, or says why there is none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from flake8_toolloop.testing.fault import Fault
from flake8_toolloop.transcripts.changes import Change, Policy
from flake8_toolloop.transcripts.recording import Conversation


class Repairer(Protocol):
    """A change, or in words why there is none."""

    def __call__(self, conversation: Conversation, fault: Fault, policy: Policy) -> Change | str: ...


Repairs = Mapping[str, Callable[[Conversation, Fault, Policy], "Change | str"]]
NONE = "there is no repair for it"


def repairs_of(form: str) -> Repairs:
    """The repairs of a format."""
    from importlib import import_module

    try:
        module = import_module(f"flake8_toolloop.transcripts.repairs.{form.replace('-', '_')}")
    except ModuleNotFoundError:
        return {}
    found: Repairs = module.REPAIRS
    return found

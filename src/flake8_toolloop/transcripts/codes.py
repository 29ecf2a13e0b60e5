"""Which rule a fault of a recording is a finding of, and how much it matters."""

from __future__ import annotations

from flake8_toolloop.findings import Confidence, Severity
from flake8_toolloop.testing.fault import FaultKind

CODES: dict[FaultKind, str] = {
    "lost-reasoning": "TLP101",
    "without-data": "TLP103",
    "item-before-reasoning": "TLP106",
    "moved": "TLP106",
    "reasoning-field-missing": "TLP107",
    "client-field": "TLP109",
    "split-results": "TLP202",
    "unanswered-call": "TLP203",
    "server-unresolved": "TLP203",
    "mismatched-id": "TLP204",
    "text-before-result": "TLP205",
    "interleaved": "TLP206",
    "duplicate-result": "TLP207",
    "unsigned": "TLP303",
    "empty-content": "TLP403",
    "empty-text": "TLP403",
    "without-encrypted": "TLP404",
    "thinking-in-start": "TLP501",
    "orphan-result": "TLP601",
    "server-unexpected": "TLP601",
    "open-at-tail": "TLP602",
    "blanked-thinking": "TLP603",
    "empty-thinking": "TLP603",
    "torn": "TLP604",
    "garbled-signature": "TLP605",
    "duplicate-signed": "TLP606",
    "foreign-reasoning": "TLP607",
    "lost-parent": "TLP608",
    "off-chain": "TLP609",
    "duplicate-call": "TLP610",
    "malformed-message": "TLP611",
    "not-permitted": "TLP611",
    "dangling-reasoning": "TLP612",
    "illegal-stream": "TLP613",
    "field-refused": "TLP614",
    "roles-in-a-row": "TLP615",
    "wrong-item-id": "TLP616",
}
"""By the kind of the fault."""
NOT_SURE: frozenset[FaultKind] = frozenset({"empty-thinking"})
"""Faults that may be none: the recording does not say."""


def confidence(kind: FaultKind) -> Confidence:
    return Confidence.LIKELY if kind in NOT_SURE else Confidence.CERTAIN


def severity(kind: FaultKind, *, refused: bool) -> Severity:
    """Refused by the provider or lost: an error. Accepted, or not certain: a warning."""
    if kind in NOT_SURE:
        return Severity.WARNING
    silent_losses = ("torn", "lost-parent", "off-chain", "malformed-message", "duplicate-signed", "thinking-in-start")
    return Severity.ERROR if refused or kind in silent_losses else Severity.WARNING

"""Recorded conversations: read, judged by the contracts that code is judged by, and repaired byte by byte."""

from __future__ import annotations

from flake8_toolloop.transcripts.changes import Change, Policy
from flake8_toolloop.transcripts.known import Known
from flake8_toolloop.transcripts.repairing import Left, Repair, repair

__all__ = ["Change", "Known", "Left", "Policy", "Repair", "repair"]

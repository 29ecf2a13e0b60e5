"""All that is wrong with what a file holds: the judge of its format, and what the reader has seen."""

from __future__ import annotations

from collections.abc import Iterator

from flake8_toolloop.testing import judge_anthropic
from flake8_toolloop.testing.contracts import CONTRACTS
from flake8_toolloop.testing.fault import Fault
from flake8_toolloop.transcripts.changes import Policy
from flake8_toolloop.transcripts.reading import Reading
from flake8_toolloop.transcripts.recording import Conversation

OF_ANTHROPIC = ("anthropic", "claude-code")


def faults_of(reading: Reading, policy: Policy) -> Iterator[tuple[Conversation, Fault]]:
    """The faults of each conversation; lines that are torn are told by the reading itself."""
    for conversation in reading.conversations:
        for fault in judged(conversation, policy):
            yield conversation, fault


def judged(conversation: Conversation, policy: Policy) -> list[Fault]:
    """The faults of one conversation, in its order."""
    judge = CONTRACTS.get(conversation.format)
    if judge is None:
        return list(conversation.found)
    body, recorded = conversation.body, conversation.recorded
    if conversation.format in OF_ANTHROPIC:
        told = judge_anthropic.judge(body, recorded=recorded, around=conversation.around)
        found = _as_settled(conversation, [*conversation.found, *told], policy)
    else:
        found = [*conversation.found, *judge(body, recorded=recorded)]
    elsewhere = {ident for fault in found if fault.kind == "off-chain" for ident in fault.ids[:1]}
    return [fault for fault in found if not _told(conversation, fault, elsewhere)]


def _as_settled(conversation: Conversation, found: list[Fault], policy: Policy) -> list[Fault]:
    """Faults of thinking without text as the user has settled them."""
    if policy.empty_thinking == "auto":
        return found
    rest = [fault for fault in found if fault.kind not in ("blanked-thinking", "empty-thinking")]
    if policy.empty_thinking == "drop":
        what = "this thinking has no text, and is not to be kept"
        rest += [Fault("blanked-thinking", at, what) for at in judge_anthropic.without_text(conversation.body)]
    return rest


def _told(conversation: Conversation, fault: Fault, elsewhere: set[str]) -> bool:
    """Whether a fault is none here: told by another one, or the way that this format is written."""
    if fault.kind in ("unanswered-call", "open-at-tail") and elsewhere.intersection(fault.ids):
        return True
    if conversation.format == "claude-code" and fault.kind == "split-results":
        return True
    if not conversation.answered:
        return False
    # What is open in an answer, or breaks off there, is as it was received: nothing has been sent after it yet.
    last = len(conversation.units) - 1
    if fault.kind == "malformed-message" and conversation.format == "gemini":
        return fault.pointer[1:] == (last,) and conversation.units[last] == {"role": "model"}  # it came to nothing
    of_the_answer = fault.kind in ("dangling-reasoning", "empty-content") and fault.pointer[1:2] == (last,)
    return fault.kind == "open-at-tail" or of_the_answer

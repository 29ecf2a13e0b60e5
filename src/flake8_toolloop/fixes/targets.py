"""What each finding's fix needs to know, read from the event that it comes from; and the finding with its fix."""

from __future__ import annotations

import ast
import os
from dataclasses import replace
from typing import TYPE_CHECKING

from flake8_toolloop.findings import Finding
from flake8_toolloop.fixes import (
    answered,
    blocks,
    called,
    carried,
    cutting,
    dropped,
    emptied,
    reasons,
    streams,
    unanswered,
    unsent,
)
from flake8_toolloop.fixes.code import Code
from flake8_toolloop.fixes.edits import OtherFileError
from flake8_toolloop.fixes.first import Late
from flake8_toolloop.fixes.planner import Target, plan
from flake8_toolloop.fixes.reach import Reach
from flake8_toolloop.fixes.turns import replay_target, taken
from flake8_toolloop.flow.story import (
    Answered,
    AnsweredTwice,
    Belated,
    Cut,
    Deliberated,
    Emptied,
    FieldsDropped,
    KeptInPart,
    LoneCall,
    Misnamed,
    OpenCall,
    Replayed,
    Saved,
    StreamMade,
    StreamRead,
    TurnMissing,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from flake8_toolloop.findings import Fix
    from flake8_toolloop.fixes.planner import Outcome
    from flake8_toolloop.flow.tell import Teller

_LONE = "only a call of the turn comes here: who calls this would have to hand over the whole turn"
_UNKEPT = (
    "what the reader makes has no field for it: replay the SDK's own final message, or keep each block as it starts"
)
_FORGED = "only the model's own block can go back: take this one out, or send the one that came"

_FORMAT = "the format of what is saved is the project's, and what was saved before has to stay readable"
_ELSEWHERE = "a part of what is sent comes from {}, which a fix of this file leaves alone"


class Repairs:
    """The repairs of one file in one dialect."""

    def __init__(self, teller: Teller, source: str, tree: ast.Module) -> None:
        self.code = Code(source, tree, teller.prov.neighbours, teller.path)
        self.reach = Reach(teller, self.code)

    def of(self, findings: Iterable[Finding]) -> Iterator[Finding]:
        """The findings, each with its fix or the reason why there is none."""
        return (self.repaired(finding) for finding in findings)

    def repaired(self, finding: Finding) -> Finding:
        """One finding with its fixes."""
        planned: list[tuple[Fix, ...] | str] = []
        try:
            done = self.reach.prov.within_budget(lambda: planned.append(plan(finding, self.target(finding))))
            outcome: tuple[Fix, ...] | str = planned[0] if done else "to look for the repair cost too much"
        except OtherFileError as error:
            outcome = _ELSEWHERE.format(os.path.basename(str(error)))
        except Exception as error:  # noqa: BLE001 - a finding without its fix is better than no finding
            outcome = f"planning the repair failed ({type(error).__name__}: {error}); please report it"
        if isinstance(outcome, str):
            return replace(finding, no_fix_reason=outcome)
        return replace(finding, fixes=outcome)

    def target(self, finding: Finding) -> Target:
        """What the planner needs for a finding."""
        event = finding.origin
        if isinstance(event, Replayed):
            return self.carried(event, self.replayed(event))
        if isinstance(event, Deliberated):
            if event.forged:
                return Target(self.code, unreachable=_FORGED)
            return blocks.deliberated_target(self.reach, event)
        if isinstance(event, Answered):
            return answered.answered_target(self.reach, event, split=finding.code == "TLP202")
        if isinstance(event, Belated):
            return self.belated(event)
        if isinstance(event, Misnamed):
            return called.misnamed_target(self.reach, event)
        if isinstance(event, TurnMissing):
            return unsent.missing_target(self.reach, event)
        if isinstance(event, OpenCall):
            return unanswered.opened_target(self.reach, event)
        if isinstance(event, AnsweredTwice):
            return Target(self.code, unreachable="which of the two results is meant is for you to say")
        if isinstance(event, Saved):
            return Target(self.code, unreachable=_FORMAT)
        if isinstance(event, Emptied):
            return emptied.emptied_target(self.reach, event)
        if isinstance(event, Cut):
            return cutting.cut_target(self.reach, event)
        if isinstance(event, FieldsDropped):
            return dropped.dropped_target(self.reach, event)
        if isinstance(event, LoneCall):
            return Target(self.code, unreachable=_LONE)
        if isinstance(event, KeptInPart):
            reason = f"where `{event.dropped}` would have to be kept is for the project to say: keep the whole turn"
            return Target(self.code, unreachable=reason)
        if isinstance(event, StreamMade):
            return self.stream_made(event)
        if isinstance(event, StreamRead):
            return self.stream_read(event)
        return Target(self.code, unreachable=reasons.reason_of(finding))

    def replayed(self, event: Replayed) -> Target:
        """A turn that may go back whole where it is in reach."""
        try:
            return blocks.with_blocks(self.reach, event, replay_target(self.reach, event))
        except OtherFileError as error:
            return Target(self.code, unreachable=_ELSEWHERE.format(os.path.basename(str(error))))

    def carried(self, event: Replayed, target: Target) -> Target:
        """The target with the field by which the class between reader and writer would bring the turn along."""
        if target.unit is not None or target.branch is not None or target.made is not None:
            return target
        content = taken(self.reach, event) if event.leftover else event.content_node
        way = carried.carried(self.reach, event, content if isinstance(content, ast.expr) else None)
        return replace(target, carried=way)

    def stream_made(self, event: StreamMade) -> Target:
        """A start event that may be made empty, its deltas behind it."""
        events = event.dialect.events
        if events is None or event.node is None:
            return Target(self.code, unreachable="how the events are made is not followed: start the block empty")
        rewrite = streams.start_empty(self.code, events, event.node, event.kind, alone=event.alone)
        message = "Start the block empty and send its deltas"
        return Target(self.code, ready=(rewrite if isinstance(rewrite, str) else (message, rewrite),))

    def stream_read(self, event: StreamRead) -> Target:
        """A reader that may take more deltas, or whose turn the SDK has as well."""
        ready: list[Outcome] = []
        content = event.replay.content_node if event.replay is not None else None
        helper = streams.helper_around(self.code, event.chain, event.dialect.streams)
        if isinstance(content, ast.expr) and helper is not None and self.code.scope(content) is self.code.scope(helper):
            rewrite = streams.replay_final(self.code, content, helper)
            ready.append(rewrite if isinstance(rewrite, str) else ("Replay the SDK's final message", rewrite))
        if event.dialect.events is not None and event.chain is not None and event.lost and event.starts_whole:
            rewrite = streams.add_deltas(self.code, event.dialect.events, event.chain, event.lost)
            ready.append(rewrite if isinstance(rewrite, str) else ("Add what the reader leaves out", rewrite))
        return Target(self.code, ready=tuple(ready), unreachable=_UNKEPT)

    def belated(self, event: Belated) -> Target:
        """What stands before the results, where it is written in the function that sends them."""
        before = event.before[0] if event.before else None
        message = event.message_node
        if event.dialect.whole_message:
            return Target(self.code, unreachable="each result is a message: move this one behind the last of them")
        if not isinstance(before, ast.expr) or message is None:
            return Target(self.code, unreachable="what stands before the results is put there out of sight")
        if self.code.scope(before) is not self.code.scope(message):
            return Target(self.code, unreachable="what stands before the results is made in another function")
        return Target(self.code, late=Late(event.node, message, before, between=event.why == "message"))

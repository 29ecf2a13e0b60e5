"""From a finding and the nodes that are involved in it to a fix, or to the reason why there is none."""

from __future__ import annotations

import ast
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from flake8_toolloop.findings import Applicability, Edit, Finding, Fix, Span
from flake8_toolloop.fixes import (
    calls,
    deliberation,
    filled,
    first,
    guards,
    imports,
    inplace,
    insertion,
    joined,
    leftovers,
    opened,
    results,
)
from flake8_toolloop.fixes.code import Code, Rewrite

if TYPE_CHECKING:
    from collections.abc import Callable

Outcome: TypeAlias = "tuple[str, Rewrite] | str"
"""What a fix does, in words, and its rewrite; or why there is none."""


@dataclass(frozen=True)
class Target:
    """What a fix needs to know about a finding; a field that a rule does not need stays as it is."""

    code: Code

    content: ast.expr | None = None
    """The content of the assistant message where it enters the history."""
    unit: str | None = None
    """The text of the whole unit where it is in reach there: ``resp.content``."""
    unreachable: str = "the response is out of reach here"
    """Why there is no unit."""
    objects: bool = True
    """Whether the unit holds objects of the SDK; plain data otherwise."""
    dumped: str | None = None
    """Who turns the history into JSON or indexes it like dicts, as a phrase; None where nobody does."""
    plain: str | None = None
    """What else in the file wants plain data, as a phrase, where the blocks were plain data so far."""
    shown: str | None = None
    """Who reads the history in a way that the new blocks would break or show, as a phrase."""
    appends: tuple[ast.stmt, ...] = ()
    """Other statements that put parts of the same turn into the history: they go."""

    pick: ast.expr | ast.stmt | None = None
    """What takes the first call (TLP201)."""
    result: ast.expr | None = None
    """The element of a message's content that answers it."""
    kind: str | None = None
    """A test, with ``{}`` for a block, that tells calls from other blocks."""
    per_call: bool = False
    """Whether the dialect wants one message for each result."""

    wrong: ast.expr | None = None
    """An expression that has to be another one (TLP204)."""
    right: str | None = None
    """The text of that other one."""

    carried: Rewrite | str | None = None
    """A field of the project's own class that brings the turn here, or why it cannot have one."""

    ready: tuple[Outcome, ...] = ()
    """Repairs that are planned where what they need is known: TLP107, TLP402, TLP501, TLP502."""

    opened: opened.Opened | None = None
    """A path that leaves a call open (TLP203)."""
    late: first.Late | None = None
    """Results that something stands before (TLP205)."""
    guarded: filled.Guarded | None = None
    """An append of what may be empty (TLP403)."""

    loop: ast.For | ast.AsyncFor | None = None
    """The loop over the calls (TLP202), or the one over the blocks that replays them one by one (TLP101 to TLP104)."""
    contents: tuple[ast.expr, ...] = ()
    """The contents of the messages with results that it puts into the history."""
    requests: tuple[ast.AST, ...] = ()
    """The model calls of the function."""
    join: joined.Join | joined.Gather | str | None = None
    """The statement that may join a result with those before it, or why it cannot (TLP202)."""

    edit: ast.expr | ast.stmt | None = None
    """The edited value, or the statement that edits it (TLP302)."""
    original: ast.expr | None = None
    """The value in it as it came."""
    original_text: str | None = None
    """The text of the value as it came, where the edit does not hold it itself."""
    narrowed: Rewrite | str | None = None
    """The edit under a test for blocks without a signature, or why it cannot be put under one."""
    superfluous: bool = False
    """Whether the statement would do nothing without the edit: it writes a field of a block back into a copy of it."""

    made: ast.expr | None = None
    """The block that is made again (TLP103)."""
    block: str | None = None
    """The text of the block that it is made of."""
    test: ast.expr | ast.pattern | None = None
    """The test that has to let ``other_kind`` through as well; None where the branch is there."""
    other_kind: str = "redacted_thinking"

    branch: Rewrite | str | None = None
    """A branch for the kind in the loop that makes the turn again, or why it gets none: no replay may go round it."""
    named: Rewrite | str | None = None
    """A branch that passes stored blocks on by the names of their fields, or why there is none."""

    gate: ast.expr | None = None
    """The condition on the text of deliberation (TLP108)."""
    converts: bool = False
    """Whether the blocks were copied into the message: taking the condition out is then the smaller change."""
    doubt: str | None = None
    """What the fix takes for granted, as a phrase."""

    before: ast.stmt | None = None
    """The statement before which the turn has to enter the history (TLP105)."""
    history: str | None = None
    """The text of that history."""
    first: ast.expr | None = None
    """The element of a list, or the argument, before which the turn has to stand."""


def plan(finding: Finding, target: Target) -> tuple[Fix, ...] | str:
    """The fixes of a finding, of which one is enough, the preferred one first; or the reason why there is none."""
    reason = finding.no_fix_reason or target.unreachable
    fixes: list[Fix] = []
    ways = _WAYS.get(finding.code, ())
    for way in reversed(ways) if target.converts and target.gate is not None else ways:
        try:
            outcome = way(target)
        except (SyntaxError, ValueError) as error:  # a spelling that a rewrite did not expect: no fix, and no harm
            outcome = f"the repair could not be written: {error}"
        if outcome is None:
            continue
        if not isinstance(outcome, str):
            fix = _checked(target, *outcome)
            if isinstance(fix, Fix):
                if all(fix.edits != other.edits for other in fixes):
                    fixes.append(fix)
                continue
            outcome = fix
        reason = outcome
    return tuple(fixes) or reason


def _checked(target: Target, message: str, rewrite: Rewrite) -> Fix | str:
    """The fix, with what it would lose or change beside the fault in its applicability and message."""
    here = [edit for edit in rewrite.edits if not edit.span.file]
    away = tuple(edit for edit in rewrite.edits if edit.span.file)
    try:
        change = guards.Change(target.code.source, here)
        idle = imports.left_idle(target.code, change)
        edits = tuple(sorted((*here, *idle.edits), key=lambda edit: edit.span))
        change = guards.Change(target.code.source, edits)
    except ValueError as error:
        return str(error)
    problem = guards.unplanned(change, target.code.tree)
    if problem:
        return problem
    lost = guards.lost_comments(target.code.source, change.after)
    unsafe = [*rewrite.unsafe, *(f"the comment {text!r} goes" for text in lost)]
    applicability = Applicability.UNSAFE if unsafe else Applicability.SAFE
    said = [*unsafe, *(f"nothing uses the import of {name} any more" for name in idle.left)]
    names = sorted({os.path.basename(edit.span.file) for edit in away})
    said += [f"it also changes {' and '.join(names)}"] if names else []
    return Fix(
        f"{message} ({'; '.join(said)})" if said else message, applicability, (*edits, *sorted(away, key=_by_file))
    )


def _by_file(edit: Edit) -> tuple[str, Span]:
    return edit.span.file, edit.span


def _replay(target: Target) -> Outcome | None:
    """Replay the whole unit, in the form that the history's readers can take."""
    if target.content is None:
        return None
    if target.branch is not None:
        return _named("Give the kind a branch of its own", _seen(target, target.branch))
    if target.unit is None:
        return target.unreachable
    if inplace.changed_in_place(target.code.scope(target.content), target.content, target.unit):
        return inplace.REASON
    return _replayed(target, target.content, target.unit, plain=_wants_plain(target))


def _carry(target: Target) -> Outcome | None:
    """Bring the turn along in a field of the class that it is taken from."""
    if target.carried is None:
        return None
    return _named("Keep the turn as it came in a field of its own, and send that", target.carried)


def _wants_plain(target: Target) -> bool:
    """Whether plain data is the first choice: for readers of the history, or for what else the file does."""
    return bool((target.dumped or target.plain) and target.objects)


def _replay_instead(target: Target) -> Outcome | None:
    """Replay the whole unit, unless the edit would stay behind in a helper."""
    edit, content = target.edit, target.content
    if edit is not None and content is not None and target.code.scope(edit) is not target.code.scope(content):
        return None
    return _replay(target)


def _replay_otherwise(target: Target) -> Outcome | None:
    """Replay the whole unit in the other form: plain data where plain data stood before, or else the unit itself."""
    if target.content is None or target.unit is None or target.dumped or not (target.objects and target.converts):
        return None
    return _replayed(target, target.content, target.unit, plain=not target.plain)


def _replayed(target: Target, content: ast.expr, unit: str, *, plain: bool) -> Outcome:
    text = f"[block.to_dict() for block in {unit}]" if plain else unit
    rewrite: Rewrite | str = leftovers.replace_and_clean(target.code, content, text, target.appends)
    if target.loop is not None and target.code.within(content, target.loop):
        rewrite = leftovers.replay_once(target.code, target.loop, content, text, target.appends, unit)
    return _named(f"Replay {unit}{' as plain data' if plain else ''}", _seen(target, rewrite, plain=plain))


def _seen(target: Target, rewrite: Rewrite | str, *, plain: bool = True) -> Rewrite | str:
    """The rewrite with the readers that would get something else than before."""
    if isinstance(rewrite, str):
        return rewrite
    doubts = [f"{target.shown} would see what is new"] if target.shown else []
    doubts += [f"{target.plain} may want plain data"] if target.plain and not plain else []
    doubts += [target.doubt] if target.doubt else []
    return Rewrite(rewrite.edits, (*doubts, *rewrite.unsafe))


def _pass_block(target: Target) -> Outcome | None:
    if target.named is not None:
        return _named("Pass the kind on by the names of its fields", target.named)
    if target.made is None or target.block is None:
        if target.test is None:
            return None
        return _named("Let every kind through", deliberation.widen_test(target.code, target.test, target.other_kind))
    return _passed(target, target.made, target.block, plain=_wants_plain(target))


def _pass_block_otherwise(target: Target) -> Outcome | None:
    if target.made is None or target.block is None or target.dumped or not target.objects or target.named is not None:
        return None
    return _passed(target, target.made, target.block, plain=not target.plain)


def _passed(target: Target, made: ast.expr, block: str, *, plain: bool) -> Outcome:
    text = f"{block}.to_dict()" if plain else block
    rewrite = deliberation.pass_block(target.code, made, text, target.test, target.other_kind)
    return _named(f"Pass the block itself on{' as plain data' if plain else ''}", _seen(target, rewrite, plain=plain))


def _drop_gate(target: Target) -> Outcome | None:
    if target.gate is None:
        return None
    return _named("Take the condition out", deliberation.drop_truthiness(target.code, target.gate))


def _drop_edit(target: Target) -> Outcome | None:
    if target.edit is None:
        return None
    if target.narrowed is not None:
        return _named("Edit unsigned blocks only", _seen(target, target.narrowed))
    if target.superfluous and isinstance(target.edit, ast.stmt):
        rewrite = deliberation.drop_statement(target.code, target.edit)
    else:
        rewrite = deliberation.drop_edit(target.code, target.edit, target.original, target.original_text)
    return _named("Take the edit out", _seen(target, rewrite) if target.content is None else rewrite)


def _all_calls(target: Target) -> Outcome | None:
    if target.pick is None:
        return None
    if target.result is None:
        return "the result and its message are put together out of sight"
    rewrite = calls.all_calls(target.code, target.pick, target.result, target.kind, per_call=target.per_call)
    return _named("Answer every call", rewrite)


def _refuse_several(target: Target) -> Outcome | None:
    if not isinstance(target.pick, ast.expr) or target.result is None:
        return None
    rewrite = calls.refuse_several(target.code, target.pick, target.kind)
    # Why the calls cannot all be answered says more than why they cannot be refused.
    return None if isinstance(rewrite, str) else ("Refuse a turn with several calls", rewrite)


def _collect(target: Target) -> Outcome | None:
    if target.loop is None:
        return None
    rewrite = results.collect_results(target.code, target.loop, target.contents, target.requests)
    return _named("Send the results in one message", rewrite)


def _join(target: Target) -> Outcome | None:
    """Join the results of neighbours, where they cannot be collected."""
    if target.join is None or isinstance(target.join, str) or isinstance(_collect(target), tuple):
        return target.join if isinstance(target.join, str) else None
    if isinstance(target.join, joined.Gather):
        return _named("Send the results in one message", joined.gather_results(target.code, target.join))
    rewrite = joined.join_result(target.code, target.join)
    return _named("Join the results of neighbours", rewrite)


def _answer_open(target: Target) -> Outcome | None:
    return opened.answer_open(target.code, target.opened) if target.opened is not None else None


def _own_id(target: Target) -> Outcome | None:
    if target.wrong is None or target.right is None:
        return None
    return _named("Take the call's own id", leftovers.replace_and_clean(target.code, target.wrong, target.right, ()))


def _results_first(target: Target) -> Outcome | None:
    if target.late is None:
        return None
    return _named("Put the results first", first.results_first(target.code, target.late))


def _only_if_something(target: Target) -> Outcome | None:
    if target.guarded is None:
        return None
    return _named("Leave the message out where it is empty", filled.only_if_something(target.code, target.guarded))


def _insert(target: Target) -> Outcome | None:
    """Put the turn into the history before its results."""
    if target.unit is None:
        return target.unreachable
    plain = bool(target.dumped and target.objects)
    if target.first is not None:
        rewrite: Rewrite | str = insertion.in_list(
            target.code, target.first, target.unit, plain=plain, message=target.per_call
        )
    elif target.before is not None and target.history is not None:
        rewrite = insertion.before(target.code, target.before, target.history, target.unit, plain=plain)
    else:
        return target.unreachable
    return _named(f"Send {target.unit} before its results", _seen(target, rewrite))


def _ready(number: int) -> Callable[[Target], Outcome | None]:
    return lambda target: target.ready[number] if number < len(target.ready) else None


def _named(message: str, rewrite: Rewrite | str) -> Outcome:
    return rewrite if isinstance(rewrite, str) else (message, rewrite)


_WAYS: dict[str, tuple[Callable[[Target], Outcome | None], ...]] = {
    "TLP101": (_replay, _replay_otherwise, _carry),
    "TLP102": (_replay, _replay_otherwise, _carry),
    "TLP103": (_replay, _replay_otherwise, _pass_block, _pass_block_otherwise, _carry),
    "TLP104": (_replay, _replay_otherwise, _carry),
    "TLP105": (_insert,),
    "TLP106": (_replay, _replay_otherwise, _carry),
    "TLP107": (_ready(0),),
    "TLP108": (_replay, _drop_gate, _carry),
    "TLP109": (_replay, _replay_otherwise),
    "TLP201": (_all_calls, _refuse_several),
    "TLP202": (_collect, _join),
    "TLP203": (_answer_open,),
    "TLP204": (_own_id,),
    "TLP205": (_results_first,),
    "TLP302": (_drop_edit, _replay_instead),
    "TLP303": (_replay, _replay_otherwise, _pass_block, _pass_block_otherwise),
    "TLP402": (_ready(0),),
    "TLP403": (_only_if_something,),
    "TLP501": (_ready(0),),
    "TLP502": (_ready(0), _ready(1)),
}

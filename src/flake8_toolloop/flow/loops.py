"""The tool loops of a file and how far they were followed: silence must not look like clean."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from flake8_toolloop.flow.index import Call, ForNode, Scope, dotted
from flake8_toolloop.flow.story import FoundLoop, Replayed
from flake8_toolloop.flow.values import Atom, atoms, options

if TYPE_CHECKING:
    from flake8_toolloop.flow.tell import Teller


def tell(teller: Teller) -> None:
    """State every loop (or recursion) in which a request is made and a history grows."""
    taken = {
        t.source.root.at
        for r in teller.story.replays
        for f in r.alternatives
        for t in f.turns
        if t.source.root.kind == "call"
    }
    replays: dict[int, list[Replayed]] = {}
    for replay in teller.story.replays:
        for scope in functions_of(teller, replay):
            replays.setdefault(id(scope), []).append(replay)
    for scope in (teller.index.module, *teller.index.functions):
        teller.within_budget(scope.node, lambda s=scope: in_function(teller, s, taken, replays))  # type: ignore[misc]


def in_function(teller: Teller, scope: Scope, taken: set[int], replays: dict[int, list[Replayed]]) -> None:
    follow = teller.prov.requests.may_reach(scope)
    requests = [c for c in scope.calls if id(c.node) in taken or (follow and requests_model(teller, c))]
    if not requests:
        return
    statement = loop_around(scope, requests[0])
    if statement is None and not recurses(scope):
        return
    mine = replays.get(id(scope), [])
    results = any(
        b.kind == teller.dialect.result and teller.dialect.result_id in b.fields for b in teller.blocks_of(scope)
    )
    if mine or results or uses_calls(teller, scope):
        found(teller, scope, statement or scope.node, mine, requests)


def requests_model(teller: Teller, call: Call) -> bool:
    """A request, directly or through a function of the file that returns the response."""
    if (call.name in teller.index.by_name and teller.prov.requests.may_give(call)) or any(
        dotted(call.node.func).endswith(ending) for ending in (*teller.dialect.calls, *teller.dialect.streams)
    ):
        value = teller.prov.eval(call.node, teller.prov.env_at(call.where))
        return any(
            isinstance(o.value, Atom) and o.value.root.kind == "model" and not o.value.path for o in options(value)
        )
    return call.name in ("post", "invoke_model", "get_final_message") and any(
        a.root.kind == "model" for a in atoms(teller.prov.eval(call.node, teller.prov.env_at(call.where)))
    )


def loop_around(scope: Scope, request: Call) -> ForNode | ast.While | None:
    """The innermost loop around a request, or the first one after it that makes another."""
    inside = [
        loop for loop, _ in scope.loops
        if loop.lineno <= request.node.lineno <= (loop.end_lineno or loop.lineno)
    ]  # fmt: skip
    if inside:
        return max(inside, key=lambda loop: loop.lineno)
    later = [loop for loop, _ in scope.loops if isinstance(loop, ast.While) and loop.lineno > request.node.lineno]
    return later[0] if later else None


def recurses(scope: Scope) -> bool:
    return scope.is_function and any(c.name == scope.name for c in scope.calls)


def functions_of(teller: Teller, replay: Replayed) -> list[Scope]:
    """The functions in which a replay is made or handed on."""
    out = [replay.where.scope] if replay.where is not None and not replay.only_shown else []
    for site in replay.sites:
        where = teller.index.where.get(id(site))
        if where is not None and where.scope not in out:
            out.append(where.scope)
    return out


def uses_calls(teller: Teller, scope: Scope) -> bool:
    """Whether the function looks for calls in what it receives."""
    call = teller.dialect.call
    return any(
        isinstance(n, ast.Constant) and n.value == call
        for compare in scope.compares
        for n in (compare.left, *compare.comparators)
    )


def found(teller: Teller, scope: Scope, node: ast.AST, replays: list[Replayed], requests: list[Call]) -> None:
    whole = bool(replays) and all(any(f.whole for f in r.alternatives) for r in replays if r.assistant)
    reason, line = "", None
    if not whole:
        reason, line = why_not(teller, scope, replays, requests)
    first = int(getattr(scope.node, "lineno", 1))
    last = int(getattr(scope.node, "end_lineno", None) or 10**9)
    teller.story.loops.append(
        FoundLoop(teller.spans.of(node), scope.name or "<module>", whole, reason, line, first, last, tuple(replays))
    )


def why_not(teller: Teller, scope: Scope, replays: list[Replayed], requests: list[Call]) -> tuple[str, int]:
    """Where the turn went out of sight."""
    for replay in replays:
        if not any(f.whole for f in replay.alternatives):
            return "what this message is made of was not followed", replay.span.line
    roots = set()
    for request in requests:
        value = teller.prov.eval(request.node, teller.prov.env_at(request.where))
        roots |= {a.root for a in atoms(value) if a.root.kind == "model"}
    for call in scope.calls:
        if call in requests or call.name in ("print", "len", "isinstance", "getattr", "str"):
            continue
        env = teller.prov.env_at(call.where)
        for argument in call.node.args:
            value = teller.prov.eval(argument, env)
            if any(
                isinstance(o.value, Atom) and o.value.root in roots and len(o.value.path) <= 1 for o in options(value)
            ):
                return (
                    f"the turn is handed to `{dotted(call.node.func).lstrip('?.')}`, which was not followed",
                    call.node.lineno,
                )
    return "no assistant message that takes the turn was found", requests[0].node.lineno

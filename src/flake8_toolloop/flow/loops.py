"""The tool loops of a file and how far they were followed: silence must not look like clean."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from flake8_toolloop.flow.fates import Fates
from flake8_toolloop.flow.index import Call, ForNode, Scope, Where, dotted, place_of
from flake8_toolloop.flow.provenance import GLANCE, OVER_BUDGET
from flake8_toolloop.flow.story import FoundLoop, Replayed
from flake8_toolloop.flow.values import ELEMENT, Atom, Root, Unknown, atoms, options

if TYPE_CHECKING:
    from flake8_toolloop.flow.tell import Teller


def tell(teller: Teller) -> None:
    """State every loop (or recursion) in which a request is made and a history grows."""
    taken = {
        t.source.root.at
        for r in teller.story.replays
        for f in r.alternatives
        for t in f.turns
        if t.source.root.kind == "call"  # of a function that nobody knows
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
    mine = replays.get(id(scope), [])
    tells = bool(mine) or answers(teller, scope) or uses_calls(teller, scope)
    if not requests and tells:
        requests = list(requests_elsewhere(teller, scope)) or list(asked_again(teller, scope, mine))
    if not requests:
        return
    statement = loop_around(scope, requests[0])
    if statement is None and not recurses(scope):
        return
    if tells or grows_elsewhere(teller, scope, requests):
        found(teller, scope, statement or scope.node, mine, requests)


def answers(teller: Teller, scope: Scope) -> bool:
    """Whether the function makes results."""
    dialect = teller.dialect
    return any(b.kind == dialect.result and dialect.result_id in b.fields for b in teller.blocks_of(scope))


def requests_elsewhere(teller: Teller, scope: Scope) -> Iterator[Call]:
    """The calls that give a response which another file asks for, or of which the settings say that they do."""
    prov = teller.prov
    for call in scope.calls:
        if isinstance(teller.index.parent(call.node), ast.Expr) or (prov.outside is None and not prov.model_calls):
            continue  # nobody takes what it gives
        env = prov.env_at(call.where)
        value = prov.value_at(call.node, call.where, GLANCE)
        if isinstance(value, Unknown) and value.why == OVER_BUDGET:
            teller.not_followed.append((call.node, "to follow this cost too much"))
        for one in options(value):
            if isinstance(one.value, Atom) and one.value.root.kind == "model" and not one.value.path:
                root = one.value.root
                own = root.at == id(call.node) and prov.model_calls.calls(prov, call.node, env)
                if own or (root.name == teller.dialect.name and prov.call_elsewhere(root) is not None):
                    yield call
                    break


def asked_again(teller: Teller, scope: Scope, replays: list[Replayed]) -> Iterator[Call]:
    """Calls of which nobody knows what they do, but that are given the list into which their own answer was put."""
    for replay in replays:
        if not replay.assistant or replay.place is None or replay.where is None or replay.content_node is None:
            continue
        content = options(teller.prov.eval(replay.content_node, teller.prov.env_at(replay.where)))
        given = {o.value.root.at for o in content if isinstance(o.value, Atom) and o.value.path == teller.dialect.unit}
        for call in scope.calls:
            handed = (*call.node.args, *(k.value for k in call.node.keywords))
            if id(call.node) in given and any(place_of(a) == replay.place[1] for a in handed):
                yield call


def gone_back(teller: Teller, fates: Fates) -> int | None:
    """The call of which nobody knows what it does, where all that a content takes are the blocks of its answer."""
    unit = teller.dialect.unit
    if len(fates.parts) != 1 or fates.conds or fates.parts[0].conds or fates.parts[0].changed:
        return None
    taken = fates.parts[0].value
    if isinstance(taken, Atom) and taken.root.kind == "call" and taken.path in (unit, (*unit, ELEMENT)):
        return taken.root.at
    return None


def grows_elsewhere(teller: Teller, scope: Scope, requests: list[Call]) -> bool:
    """Whether what other functions make of the response is put into the list that the request sends."""
    sent = {
        place for c in requests for k in c.node.keywords if k.arg == "messages" and (place := place_of(k.value))
    }  # fmt: skip
    if not sent or not any(k.arg == "tools" for c in requests for k in c.node.keywords):
        return False
    roots = roots_of(teller, requests)
    for place in sent:
        for mutation in scope.mutations.get(place, ()):
            for made in mutation.args:
                if isinstance(made, ast.Call) and any(
                    a.root in roots and len(a.path) <= len(teller.dialect.unit) + 1
                    for argument in made.args
                    for a in atoms(teller.prov.eval(argument, teller.prov.env_at(mutation.where)))
                ):
                    return True
    return False


def takes(teller: Teller, argument: ast.expr, where: Where, roots: set[Root]) -> bool:
    """Whether a whole turn, or its blocks, is an argument."""
    value = teller.prov.eval(argument, teller.prov.env_at(where))
    return any(isinstance(o.value, Atom) and o.value.root in roots and len(o.value.path) <= 1 for o in options(value))


def roots_of(teller: Teller, requests: list[Call]) -> set[Root]:
    """The responses that the requests give."""
    values = (teller.prov.eval(request.node, teller.prov.env_at(request.where)) for request in requests)
    return {a.root for value in values for a in atoms(value) if a.root.kind == "model"}


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
    whole = bool(replays) and all(
        any(f.whole or gone_back(teller, f) is not None for f in r.alternatives) for r in replays if r.assistant
    )
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
    roots = roots_of(teller, requests)
    for call in scope.calls:
        if call in requests or call.name in ("print", "len", "isinstance", "getattr", "str"):
            continue
        for argument in call.node.args:
            if takes(teller, argument, call.where, roots):
                return (
                    f"the turn is handed to `{dotted(call.node.func).lstrip('?.')}`, which was not followed",
                    call.node.lineno,
                )
    return "no assistant message that takes the turn was found", requests[0].node.lineno

"""Whether a turn is still in a history that somebody holds when a function is left.

A turn that is not in the history yet, that was taken out of it again, or whose history nobody else holds, leaves no
call open behind a ``return``.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from flake8_toolloop.flow.index import Binding, Call, Frame, Mutation, Scope, Where, chain_of, exclusive, place_of
from flake8_toolloop.flow.sinks import MessageSink, argument_of

if TYPE_CHECKING:
    from flake8_toolloop.flow.tell import Teller

COPIES = frozenset({"list", "copy", "deepcopy"})


def left_behind(teller: Teller, message: MessageSink, place: str, node: ast.AST, where: Where) -> bool:
    """Whether the turn of a message is in a history that others hold when ``node`` leaves the function."""
    if exclusive(message.where.frame, where.frame):
        return False
    scope = message.scope
    root = place.split(".", maxsplit=1)[0].split("[", maxsplit=1)[0]
    if taken_out(teller, message, place, where):
        return False
    if isinstance(node, ast.Return) and node.value is not None and hands_back(node.value, place):
        return True
    if place == root:
        return not (own_copy(scope, root, where) or all_given_away(teller, scope, root))
    return not (short_lived(teller, scope, root) or begun_anew(teller, scope, place, message.where))


def lost_with_owner(teller: Teller, message: MessageSink, place: str, where: Where) -> bool:
    """Whether what an object's history has got is gone when a function is left."""
    scope = message.scope
    root = place.split(".", maxsplit=1)[0]
    return (
        any(on_way(at, where) for at in shortened(scope, place))
        or short_lived(teller, scope, root)
        or begun_anew(teller, scope, place, where)
    )


def begun_anew(teller: Teller, scope: Scope, place: str, where: Where, hops: int = 2) -> bool:
    """Whether each run starts with a new list: here before the turn, or in all callers before they call."""
    made = [b.where for b in scope.bindings.get(place, ()) if b.kind == "assign" and fresh(b.value)]
    made += [m.where for m in changes(scope, place) if m.op == "clear"]
    if any(on_way(w, where) for w in made):
        return True
    sites = [c for c in teller.sinks.sites(scope) if c.where.scope.self_name() == scope.self_name()] if hops else []
    return bool(sites) and all(begun_anew(teller, c.where.scope, place, c.where, hops - 1) for c in sites)


def taken_out(teller: Teller, message: MessageSink, place: str, where: Where) -> bool:
    """Whether the end of the history goes on the way from the turn to an exit, here or in a function called there."""
    scope = message.scope
    after = message.where.order
    if any(at.order > after and on_way(at, where) for at in shortened(scope, place)):
        return True
    env = teller.prov.env_at(where)
    for call in scope.calls:
        if call.where.order < after or not on_way(call.where, where):
            continue
        callee = teller.prov.callee_scope(call.node, env)
        if callee is not None and any(shortened(callee, name) for name in names_in(callee, call, place)):
            return True
    return False


def shortened(scope: Scope, place: str) -> list[Where]:
    """Where a list loses its end: elements are taken off it, or its place gets only what stands before them."""
    bound = [b.where for b in scope.bindings.get(place, ()) if b.kind == "assign" and front_of(b.value, place)]
    return bound + [m.where for m in changes(scope, place) if takes_last(m)]


def front_of(node: ast.AST | None, place: str) -> bool:
    """``xs[:mark]``"""
    return (
        isinstance(node, ast.Subscript)
        and place_of(node.value) == place
        and isinstance(node.slice, ast.Slice)
        and node.slice.lower is None
        and node.slice.upper is not None
    )


def names_in(callee: Scope, call: Call, place: str) -> list[str]:
    """What a called function calls a place: the parameter that gets it, or the attribute of the same object."""
    callee.complete()
    names = [p for p in callee.params if place_of(argument_of(callee, p, call.node) or ast.Constant(None)) == place]
    func = call.node.func
    if isinstance(func, ast.Attribute) and isinstance(func.value, ast.Name) and place.startswith(f"{func.value.id}."):
        names.append(f"{callee.self_name()}{place[len(func.value.id) :]}")
    return names


def on_way(where: Where, to: Where) -> bool:
    """Whether what stands at the one place has always run before the other, in the same pass."""
    return where.order < to.order and encloses(where.frame, to.frame)


def encloses(outer: Frame | None, inner: Frame | None) -> bool:
    return outer is None or any(f is outer for f in chain_of(inner))


def changes(scope: Scope, place: str) -> list[Mutation]:
    return scope.mutations.get(place, [])


def takes_last(mutation: Mutation) -> bool:
    """``xs.pop()``, ``xs.clear()``, ``del xs[mark:]``, ``del xs[-1]``, ``xs[mark:] = []``: the end of a list goes."""
    if mutation.op == "clear":
        return True
    if mutation.op == "pop":
        return not mutation.args or is_last(mutation.args[0])
    if mutation.op == "del":
        return any(is_last(a) or (isinstance(a, ast.Slice) and a.upper is None) for a in mutation.args)
    return isinstance(mutation.node, ast.Assign) and any(
        isinstance(t, ast.Subscript) and isinstance(t.slice, ast.Slice) and t.slice.upper is None
        for t in mutation.node.targets
    )


def is_last(node: ast.expr) -> bool:
    return (
        isinstance(node, ast.UnaryOp)
        and isinstance(node.op, ast.USub)
        and isinstance(node.operand, ast.Constant)
        and node.operand.value == 1
    )


def hands_back(node: ast.expr, place: str) -> bool:
    """Whether the caller gets the history, or the object that has it."""
    return place_of(node) == place.split(".", maxsplit=1)[0] or any(place_of(n) == place for n in ast.walk(node))


def own_copy(scope: Scope, name: str, where: Where) -> bool:
    """``messages = list(messages)``: what the caller holds is another list, and nothing else keeps this one."""
    made = [b for b in scope.bindings.get(name, ()) if b.kind == "assign" and on_way(b.where, where)]
    return bool(made) and fresh(made[-1].value) and not kept_elsewhere(scope, name)


def kept_elsewhere(scope: Scope, name: str) -> bool:
    """Whether the list itself gets another name."""
    bound: list[Binding] = [b for bindings in scope.bindings.values() for b in bindings]
    changed = [a for mutations in scope.mutations.values() for m in mutations for a in m.args]
    return any(is_name(b.value, name) for b in bound) or any(is_name(a, name) for a in changed)


def is_name(node: ast.AST | None, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def fresh(node: ast.AST | None) -> bool:
    """Whether an expression makes a new list."""
    if isinstance(node, (ast.List, ast.ListComp)):
        return True
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return True
    if isinstance(node, ast.Subscript):
        return isinstance(node.slice, ast.Slice)
    if isinstance(node, ast.Call):
        return getattr(node.func, "attr", getattr(node.func, "id", "")) in COPIES
    return False


def all_given_away(teller: Teller, scope: Scope, name: str) -> bool:
    """Whether every caller hands over a list that it keeps no reference to."""
    sites = teller.sinks.sites(scope)
    return bool(sites) and all(given_away(scope, name, site) for site in sites) and not kept_elsewhere(scope, name)


def given_away(scope: Scope, name: str, site: Call) -> bool:
    argument = argument_of(scope, name, site.node)
    return isinstance(argument, (ast.List, ast.ListComp))


def short_lived(teller: Teller, scope: Scope, root: str) -> bool:
    """``Task(question).run()``: the object that has the history is gone when its only method returns."""
    owner = scope.enclosing_class()
    if owner is None or scope.self_name() != root:
        return False
    made = [c for c in teller.index.calls_by_name.get(owner.name, ()) if isinstance(c.node.func, ast.Name)]
    sites = teller.sinks.sites(scope)
    return (
        bool(made)
        and bool(sites)
        and all(used_once(teller, c.node) for c in made)
        and all(any(s.node.func is teller.index.parent(c.node) for c in made) for s in sites)
    )


def used_once(teller: Teller, made: ast.Call) -> bool:
    """Whether a method is called on the new object right where it is made."""
    above = teller.index.parent(made)
    call = teller.index.parent(above) if isinstance(above, ast.Attribute) else None
    return isinstance(call, ast.Call) and call.func is above

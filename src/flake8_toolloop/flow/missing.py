"""Results whose turn never goes back: what came of the calls is sent, the turn that asked for them is not.

Stated only where the whole way of the turn is in sight (``whereabouts``) and leads into no history.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from flake8_toolloop.findings import Confidence, Related
from flake8_toolloop.flow import facts
from flake8_toolloop.flow.deliberation import in_tests
from flake8_toolloop.flow.flattened import offers_tools, roots_of
from flake8_toolloop.flow.index import Call, Scope, Where, exclusive, place_of
from flake8_toolloop.flow.sinks import Instance, MessageSink, argument_of
from flake8_toolloop.flow.story import Evidence, TurnMissing
from flake8_toolloop.flow.values import ELEMENT, Atom, Const, Listing, Record, Root, Text, Value, atoms, options
from flake8_toolloop.flow.whereabouts import Whereabouts

if TYPE_CHECKING:
    from flake8_toolloop.flow.tell import Teller

MAX_VALUES = 400
"""Values inside the results that are looked at for who made them."""


@dataclass(frozen=True, eq=False)
class Entry:
    """Where a message enters a history: the list, and the statement or call that puts it there."""

    scope: Scope
    place: str | None
    """None where the message stands in the request itself."""
    node: ast.AST
    where: Where


def tell(teller: Teller) -> None:
    """State the results and outcomes that are sent without the turn that asked for them."""
    if in_tests(teller.path) or held_by_server(teller):
        return
    for message in teller.message_sinks:
        teller.within_budget(message.content, lambda m=message: sent_alone(teller, m))  # type: ignore[misc]


def held_by_server(teller: Teller) -> bool:
    """Whether a request of the file continues a conversation that the provider keeps: only what is new is sent."""
    held = set(teller.dialect.server_held)
    return bool(held & teller.index.strings) or any(
        keyword.arg in held
        for calls in teller.index.calls_by_name.values()
        for call in calls
        for keyword in call.node.keywords
    )


def sent_alone(teller: Teller, message: MessageSink) -> None:
    for up in (0, 1, 2):
        for instance in teller.sinks.instances(message.where, up=up):
            role = message.role or teller.sinks.role_in(message, instance.env)
            value = teller.content_value(message, instance)
            answered = answered_by(teller, value) if role == teller.dialect.user else frozenset()
            told = frozenset() if answered else told_in(teller, value, message)
            if answered or (told and role in (teller.dialect.user, teller.dialect.assistant)):
                follow(teller, message, instance, value, answered, told)
                return


def answered_by(teller: Teller, content: Value) -> frozenset[Root]:
    """The requests whose calls the results of a content answer; none where one result's call is not in sight."""
    found: set[Root] = set()
    wanted = (*teller.dialect.unit, ELEMENT, "id")
    for option in options(content):
        if isinstance(option.value, (Const, Text)):
            continue
        for part in teller.prov.parts(option.value):
            for inner in options(part.value):
                record = inner.value
                ident = record.get(teller.dialect.result_id) if isinstance(record, Record) else None
                for one in options(ident) if ident is not None else ():
                    if not isinstance(one.value, Atom) or one.value.root.kind != "model" or one.value.path != wanted:
                        return frozenset()
                    found.add(one.value.root)
    return frozenset(found)


def told_in(teller: Teller, content: Value, message: MessageSink) -> frozenset[Root]:
    """The requests of whose calls a text tells the outcome: what some tool made of a call's input."""
    if not isinstance(content, Text) or any(
        teller.dialect.result_id in literal.keys for literal in message.scope.literals
    ):
        return frozenset()
    before = (*teller.dialect.unit, ELEMENT)
    handed = [value for outcome in atoms_in(content) if outcome.root.kind == "call" for value in outcome.inputs]
    for call in named_calls(message):
        where = teller.index.where.get(id(call))
        if where is not None:
            arguments = (*call.args, *(k.value for k in call.keywords))
            handed += [teller.prov.eval(a, teller.prov.env_at(where)) for a in arguments]
    found = {
        given.root
        for value in handed
        for given in atoms(value)
        if given.root.kind == "model" and given.path[: len(before)] == before and "input" in given.path
    }
    return frozenset(r for r in found if chooses_freely(teller, r))


def atoms_in(content: Value) -> Iterator[Atom]:
    """The atoms of a text or of the values in a list or record."""
    yield from atoms(content)
    for option in options(content):
        if isinstance(option.value, Text):
            for part in option.value.parts:
                if part is not content:
                    yield from atoms(part)


def chooses_freely(teller: Teller, root: Root) -> bool:
    """Whether the model chooses to call: a forced call is a form to be filled in, and nothing is asked for."""
    call = teller.node_of(Atom(root))
    named = {k.arg for k in call.keywords} if isinstance(call, ast.Call) else set()
    return offers_tools(teller, root) and "tools" in named and teller.dialect.choice not in named


# -- the history -------------------------------------------------------------------------------------------------------
def follow(
    teller: Teller,
    message: MessageSink,
    instance: Instance,
    value: Value,
    answered: frozenset[Root],
    told: frozenset[Root],
) -> None:
    roots = answered or told
    entry = entry_of(teller, message, instance)
    if entry is None or not sent(teller, entry, told) or facts.only_shown(teller, message):
        return
    histories = frozenset({entry.place} if entry.place is not None else ())
    watch = Whereabouts(teller, roots, entry.where, histories)
    watch.executors = executors(value) | {id(call) for call in named_calls(message)}
    if watch.out_of_sight(entry.scope) is not None or told_otherwise(teller, watch, message, roots):
        return
    if any(same_turn(e, entry, roots) for e in teller.story.missing):
        return
    requests = [n for r in roots if (n := teller.node_of(Atom(r))) is not None]
    related = [Related("model call", teller.spans.of(n), "the turn is received here") for n in requests]
    teller.story.missing.append(
        TurnMissing(
            teller.spans.of(entry.node),
            teller.dialect,
            Evidence(Confidence.CERTAIN if answered else Confidence.LIKELY, tuple(related)),
            roots=roots,
            told=bool(told),
            place=entry.place,
            where=entry.where,
            node=entry.node,
            message_node=message.literal.node,
        )
    )


def same_turn(event: TurnMissing, entry: Entry, roots: frozenset[Root]) -> bool:
    """Whether the same turn was already missed, at another of its results."""
    return (
        event.where.scope is entry.scope
        and bool(event.roots & roots)
        and not exclusive(event.where.frame, entry.where.frame)
    )


def entry_of(teller: Teller, message: MessageSink, instance: Instance) -> Entry | None:
    """Where the message enters a history, in the outermost function of the way to it."""
    node: ast.AST = message.literal.node
    scope, where = message.scope, message.where
    found = entered(teller, node, scope, where)
    for site in reversed(instance.sites):
        at = teller.index.where.get(id(site))
        if at is None:
            return None
        if found is None:  # the helper returns the message
            found = entered(teller, site, at.scope, at)
        else:  # the helper puts it into a list that it is given, or that is its object's
            place = as_handed(scope, found.place, site)
            if place is None:
                return None
            found = Entry(at.scope, place, site, at)
        scope = at.scope
    return found


def as_handed(scope: Scope, place: str | None, site: ast.Call) -> str | None:
    """A list of a helper as the caller names it: by the argument, or by the object whose method is called."""
    root = place.split(".")[0] if place is not None else ""
    if place is None or root not in scope.params:
        return place
    own = root == scope.self_name() and isinstance(site.func, ast.Attribute)
    argument = site.func.value if own and isinstance(site.func, ast.Attribute) else argument_of(scope, root, site)
    outer = place_of(argument) if argument is not None else None
    return outer + place[len(root) :] if outer is not None else None


def entered(teller: Teller, node: ast.AST, scope: Scope, where: Where) -> Entry | None:
    """The list that takes an expression: by a mutation, a list put together anew, or in the request itself."""
    at: ast.AST | None = node
    while at is not None and isinstance(at, (ast.expr, ast.keyword, ast.AugAssign, ast.Assign, ast.AnnAssign)):
        for place, mutations in scope.mutations.items():
            for mutation in mutations:
                if mutation.node is at and mutation.op in ("append", "extend", "insert", "iadd"):
                    return Entry(scope, place, at, mutation.where)
        if isinstance(at, ast.Call) and at is not node and teller.is_request(scope_call(scope, at)):
            return Entry(scope, None, node, where)
        if isinstance(at, (ast.Assign, ast.AnnAssign)):
            return named(at, node, scope, where)
        at = teller.index.parent(at)
    return None


def scope_call(scope: Scope, node: ast.Call) -> Call:
    return next(c for c in scope.calls if c.node is node)


def named(statement: ast.Assign | ast.AnnAssign, node: ast.AST, scope: Scope, where: Where) -> Entry | None:
    """``messages = messages + [message]``, or a name that is put into a list later."""
    target = statement.targets[0] if isinstance(statement, ast.Assign) else statement.target
    place = place_of(target)
    if place is None or statement.value is None:
        return None
    if statement.value is not node:
        return Entry(scope, place, node, where) if isinstance(statement.value, (ast.List, ast.BinOp)) else None
    for other, mutations in scope.mutations.items():
        for mutation in mutations:
            taken = mutation.op in ("append", "extend", "insert", "iadd") and other != place
            later = mutation.where.order > where.order and not exclusive(mutation.where.frame, where.frame)
            if (
                taken
                and later
                and any(isinstance(n, ast.Name) and n.id == place for a in mutation.args for n in ast.walk(a))
            ):
                return Entry(scope, other, mutation.node, mutation.where)
    return None


def sent(teller: Teller, entry: Entry, by: frozenset[Root]) -> bool:
    """Whether a request sends the list: one of these, where some are named."""
    if entry.place is None:
        return True
    owner = entry.scope.self_name()
    own = owner is not None and entry.place.startswith(f"{owner}.")
    for scope in scopes_with(entry.scope) if own else (entry.scope,):
        for call in scope.calls:
            if not (teller.prov.requests.may_reach(scope) and gets(call.node, entry.place)):
                continue
            value = teller.prov.eval(call.node, teller.prov.env_at(call.where))
            found = {o.value.root for o in options(value) if isinstance(o.value, Atom) and o.value.root.kind == "model"}
            if found and (not by or found & by):
                return True
    return False


def scopes_with(scope: Scope) -> Iterator[Scope]:
    """The methods of the class that a method belongs to."""
    cls = scope.enclosing_class()
    if cls is not None:
        yield from (child for child in cls.children if child.is_function)


def gets(call: ast.Call, place: str) -> bool:
    """Whether a call is given a list, as it is or put together with something."""
    given = [*call.args, *(k.value for k in call.keywords)]
    return any(place_of(node) == place for argument in given for node in ast.walk(argument))


def executors(value: Value) -> set[int]:
    """The calls of which the results tell the outcome."""
    found: set[int] = set()
    seen: set[int] = set()
    todo = [value]
    while todo and len(seen) < MAX_VALUES:
        inner = todo.pop()
        if id(inner) in seen:
            continue
        seen.add(id(inner))
        found.update(a.root.at for a in atoms(inner) if a.root.kind == "call")
        for option in options(inner):
            todo.extend(members(option.value))
    return found


def named_calls(message: MessageSink) -> list[ast.Call]:
    """The same by their names: ``output = run(...)`` where what ``run`` gives is known and so no call any more."""
    found: list[ast.Call] = []
    for name in ast.walk(message.content):
        for binding in message.scope.bindings.get(name.id, ()) if isinstance(name, ast.Name) else ():
            made = binding.value.value if isinstance(binding.value, ast.Await) else binding.value
            if isinstance(made, ast.Call):
                found.append(made)
    return found


def members(value: Value) -> list[Value]:
    """What a text, list or record is made of."""
    if isinstance(value, Text):
        return list(value.parts)
    if isinstance(value, Listing):
        return [part.value for part in value.parts]
    if isinstance(value, Record):
        return [v for name in (*value.fields, *(s.key for s in value.sets)) if (v := value.get(name)) is not None]
    return []


def told_otherwise(teller: Teller, watch: Whereabouts, message: MessageSink, roots: frozenset[Root]) -> bool:
    """Whether the turn goes back in other words: its calls are made again by hand, or its text is sent."""
    dialect = teller.dialect
    for block in teller.block_sinks:
        if block.kind == dialect.call and id(block.scope) in watch.visited and not watch.aside(block.where):
            return True
    for other in teller.message_sinks:
        if other is message or id(other.scope) not in watch.visited or watch.aside(other.where):
            continue
        if other.role not in (None, dialect.assistant):
            continue
        value = teller.prov.eval(other.content, teller.prov.env_at(other.where))
        if not all(isinstance(o.value, (Text, Const)) for o in options(value)) or roots & roots_of(value):
            return other.role == dialect.assistant or bool(roots & roots_of(value))
    return False

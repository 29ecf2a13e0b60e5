"""From a damaged replay to the unit that has to go back in its place, or to what is missing for that."""

from __future__ import annotations

import ast
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from flake8_toolloop.fixes.planner import Target
from flake8_toolloop.fixes.reach import all_atoms, root_name
from flake8_toolloop.fixes.readers import Readers, readers_of
from flake8_toolloop.flow.fates import Fate
from flake8_toolloop.flow.flattened import text_roots
from flake8_toolloop.flow.index import exclusive
from flake8_toolloop.flow.values import ELEMENT, Alt, Atom, Const, Listing, Made, Record, Text, atoms, options

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from flake8_toolloop.fixes.reach import Found, Key, Reach
    from flake8_toolloop.flow.fates import Fates
    from flake8_toolloop.flow.index import Where
    from flake8_toolloop.flow.story import Replayed
    from flake8_toolloop.flow.values import Part, Value

_ELSEWHERE = "the message also holds what does not come from the turn (line {})"


@dataclass(frozen=True)
class Replay:
    """A replay at the place where its content would be edited."""

    event: Replayed
    content: ast.expr
    where: Where
    alternatives: list[Fates]
    keys: frozenset[Key]
    """The turns that the content is made of."""


def replay_target(reach: Reach, event: Replayed) -> Target:
    """What the planner needs to replay the unit."""
    target = Target(reach.code)
    replay = read_replay(reach, event)
    if isinstance(replay, str):
        return replace(target, unreachable=replay)
    target = replace(target, content=replay.content)
    problem = elsewhere(reach, replay)
    if problem:
        return replace(target, unreachable=problem)
    found = unit(reach, replay)
    if isinstance(found, str):
        return replace(target, unreachable=found)
    text, objects = found
    appends = other_appends(reach, replay)
    if isinstance(appends, str):
        return replace(target, unreachable=appends)
    readers = _readers(reach, event)
    shown = readers.shown and f"{readers.shown} reads the history and"
    if not shown and readers.escapes and objects and not _objects_now(replay):
        shown = "readers of the history that are out of sight"
    return replace(
        target,
        unit=text,
        objects=objects,
        dumped=readers.dumped,
        shown=shown,
        appends=appends,
        loop=_loop(reach, replay),
    )


def read_replay(reach: Reach, event: Replayed) -> Replay | str:
    """The replay as its content's own function sees it; or why there is nothing to replace."""
    content = event.content_node
    if event.leftover:
        returned = _returned(reach, event)
        if returned is None:
            return missing(reach, event.alternatives) or "the message is put together out of sight"
        content = returned
    where = reach.where(content) if content is not None else None
    if not isinstance(content, ast.expr) or where is None:
        return "the message is put together out of sight"
    alternatives = _alternatives(reach, event, content, where)
    keys = _keys(reach, alternatives)
    if not keys:
        return missing(reach, event.alternatives) or "the response is out of reach here"
    return Replay(event, content, where, alternatives, keys)


def _alternatives(reach: Reach, event: Replayed, content: ast.expr, where: Where) -> list[Fates]:
    """The fates as they are told, or, where they are told through callers, as the content's function sees them."""
    outermost = reach.teller.index.where.get(id(event.sites[0])) if event.sites else None
    if not event.leftover and (outermost is None or outermost.scope is where.scope):
        return event.alternatives
    value = reach.value(content, where)
    for sink in reach.teller.message_sinks:
        if sink.literal.node is event.message_node and sink.content is content and sink.place:
            value = reach.teller.content_value(sink, reach.teller.sinks.instances(sink.where)[0])
    return reach.teller.judge.fates(value, (), ())


def _keys(reach: Reach, alternatives: list[Fates]) -> frozenset[Key]:
    """The turns that a content is made of; for a turn that went back as text, the unit of its response."""
    found = {turn.source.key for fates in alternatives for turn in fates.turns}
    if not found:
        unit = reach.teller.dialect.unit
        found = {(root, unit) for fates in alternatives for root in text_roots(reach.teller, fates)}
    return frozenset(found)


def _returned(reach: Reach, event: Replayed) -> ast.expr | None:
    """The one list of blocks that the function of a leftover returns."""
    scope = event.where.scope if event.where is not None else None
    if scope is None or len(scope.returns) != 1 or scope.yields:
        return None
    value = scope.returns[0].value
    where = reach.where(value) if value is not None else None
    if value is None or where is None:
        return None
    blocks = {id(o.value.node) for p in reach.prov.parts(reach.value(value, where)) for o in options(p.value)
              if isinstance(o.value, Record)}  # fmt: skip
    return value if id(event.content_node) in blocks else None


# What is in the message


def elsewhere(reach: Reach, replay: Replay) -> str | None:
    """Whether the message holds something that would be lost with the content: a part that is not the turn's."""
    for fates in replay.alternatives:
        if all(_constant(part.value) for part in fates.parts):
            continue  # what is sent where the turn has nothing to say
        for part in fates.parts:
            for option in options(part.value):
                if not _of_turn(option.value, part, replay.keys) and not (part.conds and _constant(option.value)):
                    node = option.value.node or part.node
                    return _ELSEWHERE.format(getattr(node, "lineno", replay.content.lineno))
    return None


def _constant(value: Value) -> bool:
    """Whether a value is the code's own words."""
    if isinstance(value, Record):
        return not value.spreads and all(_constant(v) for name in value.fields if (v := value.get(name)) is not None)
    return isinstance(value, Const) or (isinstance(value, Text) and not list(atoms(value)))


def _of_turn(value: Value, part: Part, keys: frozenset[Key]) -> bool:
    """Whether a part is the turn's, or said of it."""
    if isinstance(value, Record):
        return _record_of_turn(value, keys)
    verdict = _belongs(value, keys)
    if verdict is None:
        looped = {o.value.key for loop in part.loops for o in options(loop) if isinstance(o.value, Atom)}
        return bool(looped & keys) and not _constant(value)
    return verdict


def _record_of_turn(record: Record, keys: frozenset[Key]) -> bool:
    """Whether a block is made of the turn: some of it is, and nothing of it comes from another source."""
    members = [v for name in _fields(record) if (v := record.get(name)) is not None]
    verdicts = [_belongs(value, keys) for value in (*members, *record.spreads)]
    return any(verdicts) and False not in verdicts


def _fields(record: Record) -> list[str]:
    return [*record.fields, *(change.key for change in record.sets)]


def _belongs(value: Value, keys: frozenset[Key]) -> bool | None:
    """Whether a value comes from the turn; None where it comes from nowhere else either."""
    if isinstance(value, Atom):
        if any(_is_part(value, key) for key in keys):
            return True
        inputs = [_belongs(inner, keys) for inner in value.inputs]
        if any(inputs):
            return True
        return False if value.root.kind in ("param", "attr", "model") else None
    if isinstance(value, Record):
        return True if _record_of_turn(value, keys) else None if _constant(value) else False
    inner: list[Value] = []
    if isinstance(value, Text):
        inner = list(value.parts)
    elif isinstance(value, Made):
        inner = [value.base]
    elif isinstance(value, Listing):
        inner = [part.value for part in value.parts]
    elif isinstance(value, Alt):
        inner = [option.value for option in options(value)]
    verdicts = [_belongs(each, keys) for each in inner]
    return False if False in verdicts else any(verdicts) or None


def _is_part(atom: Atom, key: Key) -> bool:
    root, path = key
    return atom.root == root and (root.kind == "model" or atom.path[: len(path)] == path)


# The unit


def unit(reach: Reach, replay: Replay) -> tuple[str, bool] | str:
    """The text of the unit, and whether it holds objects of the SDK; or what is missing."""
    iterated = _iterated(reach, replay)
    found = sorted(reach.texts(replay.keys, replay.where), key=lambda f: _rank(f, iterated, reach))
    if found:
        return found[0].text, _objects(reach, found[0])
    owned = _through_owner(reach, replay)
    return owned or missing(reach, replay.alternatives) or "the response is out of reach here"


def _iterated(reach: Reach, replay: Replay) -> set[str]:
    """What the code goes through to make the content, in its own words."""
    texts = set()
    for node in ast.walk(replay.where.scope.node):
        if isinstance(node, (ast.For, ast.AsyncFor, ast.comprehension)):
            texts.add(reach.code.text(node.iter))
    return texts


def _rank(found: Found, iterated: set[str], reach: Reach) -> tuple[bool, bool, bool, int]:
    whole = isinstance(found.node, (ast.Attribute, ast.Subscript))
    return found.atom.copied, found.text not in iterated, not whole, reach.code.start(found.node)


def _objects(reach: Reach, found: Found) -> bool:
    """Whether what a text names holds objects; plain data where it was read from JSON or dumped to dicts."""
    if found.atom.copied or isinstance(found.node, ast.Subscript):
        return False
    if isinstance(found.node, ast.Attribute):
        return True
    spelled = [n for n in _spellings(reach, found) if isinstance(n, (ast.Attribute, ast.Subscript, ast.Call))]
    return not spelled or isinstance(spelled[0], ast.Attribute)


def _spellings(reach: Reach, found: Found) -> Iterator[ast.AST]:
    """The expressions that a name was bound to, and those that read a field of its blocks."""
    where = reach.where(found.node)
    name = root_name(found.node)
    if where is None or name is None:
        return
    for binding in where.scope.bindings.get(name, ()):
        value = binding.value
        while isinstance(value, (ast.Await, ast.BoolOp)):
            value = value.value if isinstance(value, ast.Await) else value.values[0]
        if value is not None:
            yield value
    for node in ast.walk(where.scope.node):
        if isinstance(node, (ast.Attribute, ast.Subscript)) and isinstance(node.value, ast.Name):
            at = reach.where(node)
            if at is not None and any(a.key == (found.atom.root, (*found.atom.path, ELEMENT)) for a in all_atoms([reach.value(node.value, at)])):
                yield node


def _through_owner(reach: Reach, replay: Replay) -> tuple[str, bool] | None:
    """``resp.content`` where only ``resp`` is written: for calls of which it is known what they return."""
    owners = frozenset((root, path[:-1]) for root, path in replay.keys)
    if any(root.kind != "model" or path[-1:] != reach.teller.dialect.unit[-1:] for root, path in replay.keys):
        return None
    name = reach.teller.dialect.unit[-1]
    for found in sorted(reach.texts(owners, replay.where), key=lambda f: (f.atom.copied, reach.code.start(f.node))):
        plain = found.atom.copied or _is_plain_data(reach, found)
        return (f'{found.text}["{name}"]', False) if plain else (f"{found.text}.{name}", True)
    return None


def _is_plain_data(reach: Reach, found: Found) -> bool:
    """Whether a response is read with keys."""
    for node in ast.walk(reach.code.tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in ("json", "loads"):
            where = reach.where(node)
            if where is not None and any(a.root == found.atom.root for a in all_atoms([reach.value(node, where)])):
                return True
    return False


def _objects_now(replay: Replay) -> bool:
    """Whether the blocks that went back so far are the SDK's objects."""
    for fates in replay.alternatives:
        for kind in (replay.event.dialect.call, replay.event.dialect.text):
            if fates.fate(kind) is not Fate.SAME:
                return False
    return bool(replay.alternatives)


# What else takes part


def other_appends(reach: Reach, replay: Replay) -> tuple[ast.stmt, ...] | str:
    """The other statements that put parts of the same turn into the same history: they go with it."""
    event = replay.event
    found: list[ast.stmt] = []
    for other in reach.teller.story.replays:
        if other is event or other.place is None or other.place != event.place or other.message_node is event.message_node:
            continue
        if other.where is None or event.where is None or exclusive(other.where.frame, event.where.frame):
            continue
        again = read_replay(reach, other)
        if isinstance(again, str) or not again.keys & replay.keys:
            continue
        statement = reach.code.statement(other.message_node or again.content)
        if elsewhere(reach, again) or not isinstance(statement, (ast.Expr, ast.AugAssign)):
            return f"line {statement.lineno} sends another part of the turn"
        found.append(statement)
    own = reach.code.statement(replay.content)
    return tuple(s for s in found if s is not own)


def _loop(reach: Reach, replay: Replay) -> ast.For | ast.AsyncFor | None:
    """The loop over the blocks of the turn in which the replay stands."""
    for outer in reach.code.ancestors(replay.content):
        if isinstance(outer, (ast.FunctionDef, ast.AsyncFunctionDef)):
            return None
        if isinstance(outer, (ast.For, ast.AsyncFor)):
            where = reach.where(outer.iter) or reach.where(outer)
            keys = reach.keys(outer.iter, where) if where is not None else None
            if keys and keys & replay.keys:
                return outer
    return None


def _readers(reach: Reach, event: Replayed) -> Readers:
    if event.place is None:
        return Readers(escapes=True)
    return readers_of(reach, *event.place)


# What is missing


def missing(reach: Reach, alternatives: Iterable[Fates]) -> str | None:
    """Why there is no unit: what the message is made of instead, and the carrier that has no field for the turn."""
    carriers: list[str] = []
    sources: list[str] = []
    for atom in _sources(alternatives):
        name = carrier_of(reach, atom)
        if name is not None and name not in carriers:
            carriers.append(name)
        text = readable(atom)
        if text and text not in sources:
            sources.append(text)
    if carriers:
        return f"{_and([f'`{c}`' for c in carriers[:2]])} {'has' if len(carriers) == 1 else 'have'} no field for the turn as it came"
    if sources:
        return f"the response is out of reach: the message is made of {_and([f'`{s}`' for s in sources[:3]])}"
    return None


def _sources(alternatives: Iterable[Fates]) -> Iterator[Atom]:
    for fates in alternatives:
        for part in fates.parts:
            for option in options(part.value):
                value = option.value
                members = [value]
                if isinstance(value, Record):
                    members = [v for name in _fields(value) if name != "type" and (v := value.get(name)) is not None]
                for member in members:
                    yield from atoms(member)
            yield from all_atoms(part.loops)


def readable(atom: Atom) -> str | None:
    """The way to a source as one would write it: ``message.tool_calls``."""
    if atom.root.kind not in ("param", "attr"):
        return None
    path = atom.path
    while path and (path[-1] == ELEMENT or path[-1].endswith(")") or path[-1].startswith("[")):
        path = path[:-1]
    if ELEMENT in path:
        last = len(path) - path[::-1].index(ELEMENT)
        path = path[: last - 1] if last > 1 else path
    return Atom(atom.root, tuple(step for step in path if step != ELEMENT)).text()


def carrier_of(reach: Reach, atom: Atom) -> str | None:
    """The class of the project's own that a source is an instance of, by the parameter's annotation."""
    if atom.root.kind != "param":
        return None
    scope = next((s for s in reach.teller.index.functions if id(s) == atom.root.at), None)
    argument = scope.params.get(atom.root.name) if scope is not None else None
    if argument is None or argument.annotation is None:
        return None
    names = _annotated(argument.annotation)
    own = [n for n in names if n in reach.teller.index.classes or n in reach.teller.index.imports]
    foreign = (*reach.teller.dialect.response_types, *reach.teller.dialect.block_types, *reach.teller.dialect.message_types)
    own = [n for n in own if n not in foreign and n not in _TYPING]
    return own[-1] if own else None


_TYPING = frozenset(
    ["Any", "List", "Sequence", "Iterable", "Optional", "Union", "Dict", "Mapping", "Literal", "Annotated", "Iterator", "Tuple"]
)


def _annotated(annotation: ast.expr) -> list[str]:
    names = []
    for node in ast.walk(annotation):
        if isinstance(node, ast.Name):
            names.append(node.id)
        elif isinstance(node, ast.Attribute):
            names.append(node.attr)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            try:
                names += _annotated(ast.parse(node.value, mode="eval").body)
            except SyntaxError:
                continue
    return names


def _and(items: list[str]) -> str:
    return " and ".join([", ".join(items[:-1]), items[-1]] if len(items) > 1 else items)

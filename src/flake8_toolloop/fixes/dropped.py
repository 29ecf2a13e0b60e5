"""From a message without its reasoning field to what brings the field there, or to who would have to hand it over."""

from __future__ import annotations

import ast
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from flake8_toolloop.fixes import leftovers, withfield
from flake8_toolloop.fixes.code import Rewrite
from flake8_toolloop.fixes.layout import quote_of
from flake8_toolloop.fixes.names import fresh
from flake8_toolloop.fixes.pieces import with_pieces
from flake8_toolloop.fixes.planner import Target
from flake8_toolloop.fixes.reach import is_plain
from flake8_toolloop.fixes.readers import readers_of
from flake8_toolloop.fixes.withfield import Field, Lacking
from flake8_toolloop.flow import carriers
from flake8_toolloop.flow.calls import field_names
from flake8_toolloop.flow.deliberation import made_up
from flake8_toolloop.flow.index import dotted, place_of
from flake8_toolloop.flow.shapes import shape_of
from flake8_toolloop.flow.sinks import fields_of
from flake8_toolloop.flow.values import ELEMENT, Atom, Listing, Record, atoms, options

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from flake8_toolloop.fixes.planner import Outcome
    from flake8_toolloop.fixes.reach import Key, Reach
    from flake8_toolloop.flow.index import Scope, Where
    from flake8_toolloop.flow.sinks import MessageSink
    from flake8_toolloop.flow.story import FieldsDropped
    from flake8_toolloop.flow.values import Value

_UNNAMED = "which field its endpoint needs is a setting of the run: put the message itself into the history"
_KEYS = "the keys that are kept are listed out of sight"
_NOBODY = "the calls come without the message that they belong to: `{}` has to come with them"
_FIELDLESS = "`{}` has no field for `{}`"
_HANDED = "`{}` hands over the calls alone: `{}` has to come with them"
_BROUGHT = "`{}` is no message of a response here: what makes it has to keep `{}`, for this to pass on"
_ONE = "one call of the turn goes back here: the message has to go back whole, before the loop"
_PIECES = "the stream's pieces of `{}` are not kept: they have to be added up as those of the text are"
_SHOWN = "{} reads the history and would see what is new"
_UNSEEN = "readers of the history that are out of sight would see what is new"
_REFUSED = "an endpoint that does not know the field may refuse it"


@dataclass(frozen=True)
class Owner:
    """What the calls of a made message belong to."""

    key: Key
    atom: Atom
    """One of the calls."""


@dataclass(frozen=True)
class Source:
    """The text of an owner where the message is made."""

    text: str
    key: Key
    by_key: bool
    """Whether its fields are read like those of a dict."""


def dropped_target(reach: Reach, event: FieldsDropped) -> Target:
    """What the planner needs to bring the field along."""
    target = Target(reach.code)
    node = event.node
    if event.empty and isinstance(node, ast.expr):
        rewrite = withfield.ask_for_none(reach.code, node)
        return replace(target, ready=(_named("Leave the field out only where there is none", rewrite),))
    if isinstance(node, ast.DictComp):
        return _listed(reach, event, node, target)
    sink = next((s for s in reach.teller.message_sinks if s.literal.node is node), None)
    where = reach.where(sink.literal.node) if sink is not None else None
    if sink is None or where is None:
        return replace(target, unreachable=_NOBODY.format(event.missing))
    if _of_one_call(reach, sink):
        return replace(target, unreachable=_ONE)
    owners = list(_owners(reach, sink))
    source = _source(reach, {owner.key for owner in owners}, where, loosely=_has_field(reach, event, owners))
    summed = with_pieces(reach, event, sink) if source is None else None
    if summed is not None:
        if isinstance(summed, Rewrite) and not event.endpoint:
            summed = Rewrite(summed.edits, (_REFUSED, *summed.unsafe))
        return replace(target, ready=(_named(f"Put the pieces of `{event.missing}` into the message as well", summed),))
    if source is None or not (_is_message(reach, source.key) or _has_field(reach, event, owners)):
        return replace(target, unreachable=_why(reach, event, sink, owners, source))
    whole = _whole(reach, event, sink, source) if _is_message(reach, source.key) else None
    if whole is not None:
        return replace(target, ready=(whole,))
    if not event.missing:
        return replace(target, unreachable=_UNNAMED)
    return replace(target, ready=(_with_fields(reach, event, sink, owners, source, where),))


def _named(message: str, rewrite: Rewrite | str) -> Outcome:
    return rewrite if isinstance(rewrite, str) else (message, rewrite)


# What the calls belong to


def _of_one_call(reach: Reach, sink: MessageSink) -> bool:
    """Whether a loop around the message makes one for each call."""
    for value in shape_of(reach.teller, sink).given.get(reach.teller.dialect.calls_field, []):
        for option in options(value):
            parts = option.value.parts if isinstance(option.value, Listing) else ()
            if len(parts) == 1 and not parts[0].loops and any(ELEMENT in a.path[-1:] for a in atoms(parts[0].value)):
                return True
    return False


def _owners(reach: Reach, sink: MessageSink) -> Iterator[Owner]:
    """What the calls of a message are taken from."""
    given = shape_of(reach.teller, sink).given.get(reach.teller.dialect.calls_field, [])
    seen: set[Key] = set()
    for atom, is_call in (found for value in given for found in _calls(value)):
        path = atom.path
        if is_call and ELEMENT in path:
            path = path[: len(path) - 1 - path[::-1].index(ELEMENT)]
        key = (atom.root, path[:-1])
        if path and key not in seen:
            seen.add(key)
            yield Owner(key, atom if is_call else atom.step(ELEMENT))


def _calls(value: Value) -> Iterator[tuple[Atom, bool]]:
    """The lists of calls that a value may be, and what the calls of a list that is made are made of."""
    for option in options(value):
        inner = option.value
        if isinstance(inner, Atom):
            yield inner, False
        elif isinstance(inner, Listing):
            for part in inner.parts:
                for each in options(part.value):
                    yield from ((atom, True) for atom in _inside(each.value))


def _inside(value: Value) -> Iterator[Atom]:
    """The atoms of a call: of its id where it is made."""
    ident = value.get("id") if isinstance(value, Record) else value
    if ident is not None and all(made_up(option.value) for option in options(ident)):
        return
    for atom in atoms(ident) if ident is not None else ():
        if atom.root.kind in ("model", "param", "attr", "call", "free", "global"):
            yield atom


def _source(reach: Reach, keys: set[Key], where: Where, *, loosely: bool) -> Source | None:
    """The text that names the one owner where the message is made; ``loosely`` also one that may be another one."""
    if len(keys) != 1:
        return None
    found = sorted(
        reach.texts(frozenset(keys), where), key=lambda f: (not isinstance(f.node, ast.Name), reach.code.start(f.node))
    )
    if not found and loosely:
        found = list(reach.names_of(next(iter(keys)), where))
    if not found:
        return None
    text = found[0].text
    return Source(text, next(iter(keys)), _read_by_key(reach, text, where))


def _read_by_key(reach: Reach, text: str, where: Where) -> bool:
    """Whether the function reads fields of what a text names like those of a dict."""
    if text.endswith(('"]', "']")):
        return True
    for node in ast.walk(where.scope.node):
        if isinstance(node, ast.Subscript) and reach.code.text(node.value) == text:
            return True
        if isinstance(node, ast.Attribute) and reach.code.text(node.value) == text:
            return node.attr == "get"
    return False


def _is_message(reach: Reach, key: Key) -> bool:
    """Whether it is the message of a response."""
    return reach.teller.sinks.is_message(Atom(*key))


def _class_of(reach: Reach, owners: Iterable[Owner]) -> Scope | None:
    """The class of the project's own that holds the calls."""
    for owner in owners:
        if owner.atom.root.kind == "param" and len(owner.atom.path) > 1:
            found = list(carriers.on_the_way(reach.teller, owner.atom))
            if found:
                return found[-1]
    return None


def _has_field(reach: Reach, event: FieldsDropped, owners: Iterable[Owner]) -> bool:
    cls = _class_of(reach, owners)
    return cls is not None and event.missing in field_names(cls)


def _why(reach: Reach, event: FieldsDropped, sink: MessageSink, owners: list[Owner], source: Source | None) -> str:
    """Who would have to bring the field."""
    missing, dialect = event.missing or "the reasoning", event.dialect
    cls = _class_of(reach, owners)
    if cls is not None and event.missing not in field_names(cls):
        return _FIELDLESS.format(cls.name, missing)
    if source is not None:
        return _BROUGHT.format(source.text, missing)
    for owner in owners:
        root = owner.atom.root
        if dialect.piece in owner.atom.path:
            return _PIECES.format(missing)
        if root.kind == "call":
            node = reach.teller.node_of(Atom(root))
            name = dotted(node.func).replace("?", "...") + "()" if isinstance(node, ast.Call) else root.name
            return _HANDED.format(name, missing)
    piece = dialect.piece
    reads = (getattr(n, "attr", None) or getattr(getattr(n, "slice", None), "value", None) for n in _nodes(sink))
    return (_PIECES if piece and piece in reads else _NOBODY).format(missing)


def _nodes(sink: MessageSink) -> Iterator[ast.AST]:
    """The fields that the function of a message reads."""
    yield from (n for n in ast.walk(sink.scope.node) if isinstance(n, (ast.Attribute, ast.Subscript)))


# The whole message


def _whole(reach: Reach, event: FieldsDropped, sink: MessageSink, source: Source) -> Outcome | None:
    """The message itself in the place of one that says the same of it, where it enters a history at once."""
    node, dialect = sink.literal.node, reach.teller.dialect
    given = fields_of(node)
    known = {"role", dialect.content_field, dialect.calls_field}
    spread = isinstance(node, ast.Dict) and None in node.keys
    if sink.place is not None or spread or set(given) != known or reach.teller.history_place(sink) is None:
        return None
    if not is_plain(given[dialect.content_field]):
        return None  # ``m.content or ""`` has its reason
    content = [o.value for o in options(reach.value(given[dialect.content_field], sink.where))]
    if not content or any(not _is(value, source.key, dialect.content_field) for value in content):
        return None
    calls = [o.value for o in options(reach.value(given[dialect.calls_field], sink.where))]
    as_they_are = all(_is(value, source.key, dialect.calls_field) for value in calls)
    readers = readers_of(reach, *(reach.teller.history_place(sink) or ()))
    plain = not source.by_key and (readers.dumped is not None or not as_they_are)
    text = f"{source.text}.model_dump(exclude_none=True)" if plain else source.text
    rewrite = leftovers.replace_and_clean(reach.code, node, text)
    doubts = [_SHOWN.format(readers.shown)] if readers.shown else []
    if not doubts and readers.escapes and not plain and not source.by_key:
        doubts = [_UNSEEN]
    doubts += [] if event.endpoint else [_REFUSED]
    message = f"Send {source.text} itself{' as plain data' if plain else ''}"
    return message, Rewrite(rewrite.edits, (*doubts, *rewrite.unsafe))


def _is(value: Value, key: Key, field: str) -> bool:
    return isinstance(value, Atom) and value.key == (key[0], (*key[1], field)) and not value.copied


# The field alone


def _with_fields(
    reach: Reach, event: FieldsDropped, sink: MessageSink, owners: list[Owner], source: Source, where: Where
) -> Outcome:
    cls = None if _is_message(reach, source.key) else _class_of(reach, owners)
    endpoint = next((e for e in event.dialect.endpoints if e.name == event.endpoint), None)
    names = [event.missing, *(endpoint.together if endpoint is not None and cls is None else ())]
    quote = quote_of(reach.code, sink.literal.node)
    fields = tuple(_field(reach, name, source, cls, where, quote) for name in names)
    lacking = Lacking(sink.literal.node, sink.place, fields, quote)
    rewrite = withfield.add_fields(reach.code, lacking)
    message = f"Put {' and '.join(f'`{name}`' for name in names)} of {source.text} into the message"
    if isinstance(rewrite, str):
        return rewrite
    place = reach.teller.history_place(sink)
    shown = readers_of(reach, *place).shown if place is not None else None
    doubts = [_SHOWN.format(shown)] if shown else []
    return message, Rewrite(rewrite.edits, (*doubts, *([] if event.endpoint else [_REFUSED])))


def _field(reach: Reach, name: str, source: Source, cls: Scope | None, where: Where, quote: str) -> Field:
    if cls is not None:
        return Field(name, f"{source.text}.{name}", if_true=_starts_empty(cls, name))
    known = next(iter(reach.texts(frozenset([(source.key[0], (*source.key[1], name))]), where)), None)
    if known is not None and isinstance(known.node, ast.Name):
        return Field(name, known.text)
    key = quote + name + quote
    read = f"{source.text}.get({key})" if source.by_key else f"getattr({source.text}, {key}, None)"
    return Field(name, read, bound=fresh(reach.code, where.statement or where.scope.node, (name,)))


def _starts_empty(cls: Scope, name: str) -> bool:
    """Whether a class has an empty value for what there is none of."""
    for binding in cls.bindings.get(name, ()):
        default = binding.node.value if isinstance(binding.node, (ast.AnnAssign, ast.Assign)) else None
        if isinstance(default, ast.Call):  # ``field(default=None)``, ``Field(None)``, ``field(default_factory=list)``
            given = {k.arg: k.value for k in default.keywords}
            default = given.get("default_factory") or given.get("default") or next(iter(default.args), None)
        if default is not None:
            return not (isinstance(default, ast.Constant) and default.value in (None, ...))
    return False


# A list of the keys that are kept


def _listed(reach: Reach, event: FieldsDropped, node: ast.DictComp, target: Target) -> Target:
    listed = next((found for test in node.generators[0].ifs if (found := _list_in(reach, test)) is not None), None)
    if listed is None:
        return replace(target, unreachable=_KEYS)
    rewrite = withfield.allow_key(reach.code, listed, event.missing)
    return replace(target, ready=(_named(f"Keep `{event.missing}` as well", rewrite),))


def _list_in(reach: Reach, test: ast.expr) -> ast.Tuple | ast.List | ast.Set | None:
    """The list of ``key in ("role", "content")``, also where it has a name in the file."""
    if not isinstance(test, ast.Compare) or not isinstance(test.ops[0], ast.In):
        return None
    found: ast.AST = test.comparators[0]
    if isinstance(found, (ast.Name, ast.Attribute)):
        place = place_of(found)
        bindings = [b for b in reach.teller.index.module.bindings.get(place or "", ()) if b.value is not None]
        found = bindings[0].value if len(bindings) == 1 and bindings[0].value is not None else found
    if isinstance(found, ast.Call) and dotted(found.func) in ("frozenset", "set", "tuple") and len(found.args) == 1:
        found = found.args[0]
    return found if isinstance(found, (ast.Tuple, ast.List, ast.Set)) else None

"""A turn brought from the reader to the writer by one new field of the class that stands between them.

The reader makes an object of the project's own from a response, the writer a message from that object. Where both are
in sight, the class gets a field, the constructor fills it with the unit, and the writer sends that where it is there.
The edits may be in several files: they are one repair.
"""

from __future__ import annotations

import ast
import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from flake8_toolloop.findings import Edit
from flake8_toolloop.fixes.arguments import with_argument, with_parameter
from flake8_toolloop.fixes.code import Code, Rewrite
from flake8_toolloop.fixes.edits import OtherFileError
from flake8_toolloop.fixes.reach import Reach
from flake8_toolloop.fixes.sourcefile import SourceError, decode
from flake8_toolloop.fixes.unit import Absent, unit
from flake8_toolloop.flow.calls import constructed
from flake8_toolloop.flow.carriers import call_ids, whole
from flake8_toolloop.flow.index import build, dotted, standing_for
from flake8_toolloop.flow.project import Neighbours
from flake8_toolloop.flow.provenance import Provenance
from flake8_toolloop.flow.values import ELEMENT, Class, Record, atoms, options

if TYPE_CHECKING:
    from flake8_toolloop.fixes.reach import Key
    from flake8_toolloop.flow.fates import Fates
    from flake8_toolloop.flow.index import Call, Scope
    from flake8_toolloop.flow.story import Replayed
    from flake8_toolloop.flow.values import Value

_NAMES = ("raw_content", "response_content", "provider_content")
_LACKS = "`{}` has no field for the turn as it came, and {}"
_SENT = "`{}` is taken to hold the turn as it came wherever it is set"
_TABLE = frozenset(["__tablename__", "__table__"])
_TUPLES = frozenset(["NamedTuple", "TypedDict", "tuple", "dict"])


@dataclass(frozen=True)
class Carried:
    """What the writer reads: the object's text where the message is made, its class, and its field with the calls."""

    content: ast.expr
    text: str
    cls: Scope
    calls: str


def carried(reach: Reach, event: Replayed, content: ast.expr | None) -> Rewrite | str | None:
    """The repair, or why there is none; None where no class of the project's own is known to stand between."""
    if event.carrier is None:
        read: Carried | str | None = _of_itself(reach, event, content) if content is not None else None
    elif content is None:
        read = _LACKS.format(event.carrier.name, "the message is put together out of sight")
    else:
        read = _read(reach, event, content, event.carrier)
    if read is None or isinstance(read, str):
        return read
    kept = _kept(reach, read)
    if kept is not None:
        return Rewrite(tuple(_sent_first(reach.code, read.content, f"{read.text}.{kept}")), (_SENT.format(kept),))
    name = next((n for n in _NAMES if n not in _members(read.cls)), None)
    home = _at_home(reach, read.cls)
    if name is None or home is None:
        return f"`{read.cls.name}` has no field for the turn as it came"
    declared = _declared(home.code, read.cls, name)
    if isinstance(declared, str):
        return _LACKS.format(read.cls.name, declared)
    filled = _filled(reach, read, name)
    if isinstance(filled, str):
        return _LACKS.format(read.cls.name, filled)
    writer = tuple(_sent_first(reach.code, read.content, f"{read.text}.{name}"))
    edits = [*writer, *_placed(reach, home.code, declared), *filled]
    here, away = (tuple(e for e in edits if bool(e.span.file) is other) for other in (False, True))
    doubt = f"`{read.cls.name}` gets a field, which whoever compares, prints or saves it will see"
    return Rewrite((*here, *away), (doubt,))


def _read(reach: Reach, event: Replayed, content: ast.expr, cls: Scope) -> Carried | str:
    """What holds the calls, in the words of the place where the message is made."""
    where = reach.where(content)
    keys: set[Key] = set()
    fields: set[str] = set()
    for fates in event.alternatives:
        for atom in call_ids(reach.teller, fates):
            steps = atom.path[: max(n for n, step in enumerate(atom.path) if step == ELEMENT)]
            at = max((n for n, step in enumerate(steps) if step != ELEMENT), default=None)
            if at is not None:
                keys.add((atom.root, steps[:at]))
                fields.add(steps[at])
    if where is None or len(keys) != 1 or len(fields) != 1:
        return _LACKS.format(cls.name, "the message is made of several objects")
    found = sorted(reach.texts(frozenset(keys), where), key=lambda f: reach.code.start(f.node))
    if not found:
        return _LACKS.format(cls.name, "it is out of sight where the message is made")
    return Carried(content, found[0].text, cls, fields.pop())


def _of_itself(reach: Reach, event: Replayed, content: ast.expr) -> Carried | None:
    """What a method reads that makes the message of its own object."""
    where = reach.where(content)
    cls = where.scope.enclosing_class() if where is not None else None
    name = where.scope.self_name() if where is not None else None
    if cls is None or name is None:
        return None
    fields: set[str] = set()
    for fates in event.alternatives:
        for made in fates.by_kind.get(reach.teller.dialect.call, ()):
            ident = made.value.get("id") if isinstance(made.value, Record) else None
            found = [a for a in atoms(ident) if a.path[:1] == (ELEMENT,)] if ident is not None else []
            if not found or any(a.root.kind != "attr" or a.root.at != id(cls) for a in found):
                return None
            fields |= {a.root.name.partition(".")[2] for a in found}
    return Carried(content, name, cls, fields.pop()) if len(fields) == 1 else None


def _members(cls: Scope, depth: int = 0) -> set[str]:
    """The names that a class, and those above it, bind."""
    names = set(cls.bindings) | {child.name for child in cls.children}
    for base in cls.bases() if depth < 8 else ():
        names |= _members(base, depth + 1)
    for child in cls.children:
        names |= {node.attr for node in ast.walk(child.node) if isinstance(node, ast.Attribute)}
    return names


def _placed(reach: Reach, code: Code, edits: tuple[Edit, ...]) -> Iterator[Edit]:
    """Edits that name their file where it is not the one that is analysed."""
    for edit in edits:
        yield edit if code is reach.code else replace(edit, span=replace(edit.span, file=code.path))


# Other files


def _at_home(reach: Reach, cls: Scope) -> Reach | None:
    """The file of a class, as it sees itself."""
    if cls.file is reach.teller.index:
        return reach
    return _other(reach, cls.file.path)


def _other(reach: Reach, path: str) -> Reach | None:
    """Another file of the project, analysed as if it were this one."""
    from flake8_toolloop.flow.tell import Teller

    here = reach.prov.neighbours
    module = here.project.module(path) if here is not None else None
    if here is None or module is None:
        return None
    try:
        source = decode(path, module.data).text
    except SourceError:
        return None
    tree = ast.parse(source)
    index = build(tree)
    index.path = path
    neighbours = Neighbours(here.project, path, index, nested=True)
    prov = Provenance(index, reach.prov.dialects, (), neighbours)
    prov.model_calls, prov.sanctioned = reach.prov.model_calls, reach.prov.sanctioned
    return Reach(Teller(prov, reach.teller.dialect, source, path), Code(source, tree, neighbours, path))


def _readers(reach: Reach, cls: Scope) -> Iterator[Reach]:
    """The files in sight that mention the class, this one first; each is made ready once."""
    known = reach.others.get(cls.name)
    if known is None:
        known = reach.others[cls.name] = list(_mentioning(reach, cls))
    yield from known


def _mentioning(reach: Reach, cls: Scope) -> Iterator[Reach]:
    yield reach
    here = reach.prov.neighbours
    if here is not None:
        _look_around(reach, here)
    paths = {os.path.realpath(cls.file.path), *(here.used if here is not None else ())}
    for path in sorted(paths - {os.path.realpath(reach.code.path)}):
        module = here.project.module(path) if here is not None else None
        if module is not None and cls.name.encode() in module.data:
            other = _other(reach, path)
            if other is not None:
                yield other


def _look_around(reach: Reach, here: Neighbours) -> None:
    """Ask for the files that this one imports: the reader is often the one that the writer's caller calls."""
    for bindings in reach.teller.index.module.bindings.values():
        for node in (binding.node for binding in bindings):
            if isinstance(node, ast.ImportFrom):
                head = "." * node.level + (node.module or "")
                for name in (head, *(f"{head}{'' if head.endswith('.') else '.'}{a.name}" for a in node.names)):
                    here.find(name, reach.teller.index)
            elif isinstance(node, ast.Import):
                for alias in node.names:
                    here.find(alias.name, reach.teller.index)


# The class


def _declared(code: Code, cls: Scope, name: str) -> tuple[Edit, ...] | str:
    """The edits that give a class the field; or why it cannot have one."""
    node = next((n for n in ast.walk(code.tree) if isinstance(n, ast.ClassDef) and n.name == cls.name), None)
    if node is None:
        return "it is made in a way that is out of sight"
    if node.body[0].lineno == node.lineno:
        return "it is written on one line"
    bases = {dotted(base).split(".")[-1] for base in node.bases}
    if bases & _TUPLES:
        return "whoever unpacks it would get one value more" if "NamedTuple" in bases else "its keys are declared"
    if _TABLE & set(cls.bindings) or _columns(node):
        return "it is a table: a column has to be added where the others are"
    if _extended(code, node):
        return "a class below it has fields of its own, which would come before the new one"
    for init in node.body:
        if isinstance(init, (ast.FunctionDef, ast.AsyncFunctionDef)) and init.name == "__init__":
            return _by_hand(code, node, init, name)
    return _annotated(code, node, name)


def _columns(node: ast.ClassDef) -> bool:
    """Whether the fields are declared as columns of a table."""
    return any(
        isinstance(s, ast.AnnAssign) and isinstance(s.annotation, ast.Subscript)
        and isinstance(s.annotation.value, ast.Name) and s.annotation.value.id == "Mapped"
        for s in node.body
    ) or any(k.arg == "table" for k in node.keywords)  # fmt: skip


def _extended(code: Code, node: ast.ClassDef) -> bool:
    """Whether a class of the file below this one declares fields without a default."""
    for other in ast.walk(code.tree):
        if isinstance(other, ast.ClassDef) and any(isinstance(b, ast.Name) and b.id == node.name for b in other.bases):
            return any(isinstance(s, ast.AnnAssign) and s.value is None for s in other.body)
    return False


def _annotated(code: Code, node: ast.ClassDef, name: str) -> tuple[Edit, ...] | str:
    """A field behind the last one of a class whose constructor is made from its fields."""
    fields = [n for n, s in enumerate(node.body) if isinstance(s, ast.AnnAssign)]
    if not fields:
        return "its constructor is out of sight"
    last = fields[-1]
    following = node.body[last + 1] if last + 1 < len(node.body) else None
    if isinstance(following, ast.Expr) and isinstance(following.value, ast.Constant):
        last += 1  # what is said of the field
    text = f"{name}: {_type(code)} = None"
    return (_line_behind(code, node.body[last], text),)


def _by_hand(
    code: Code, node: ast.ClassDef, init: ast.FunctionDef | ast.AsyncFunctionDef, name: str
) -> tuple[Edit, ...] | str:
    """A parameter and an attribute for a class with a constructor of its own."""
    if any(isinstance(s, ast.Assign) and any(_named(t, "__slots__") for t in s.targets) for s in node.body):
        return "its attributes are listed in `__slots__`"
    own = init.args.args[0].arg if init.args.args else None
    sets = [s for s in init.body if isinstance(s, (ast.Assign, ast.AnnAssign)) and own and _sets(s, own)]
    if not sets:
        return "its constructor keeps nothing in sight"
    typed = any(a.annotation is not None for a in (*init.args.args[1:], *init.args.kwonlyargs))
    parameter = with_parameter(code, init, f"{name}: {_type(code)} = None" if typed else f"{name}=None")
    if isinstance(parameter, str):
        return f"{parameter}"
    return (parameter, _line_behind(code, sets[-1], f"{own}.{name} = {name}"))


def _named(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def _sets(statement: ast.Assign | ast.AnnAssign, own: str) -> bool:
    """Whether a statement sets an attribute of the object."""
    targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
    return any(isinstance(t, ast.Attribute) and _named(t.value, own) for t in targets)


def _type(code: Code) -> str:
    """The type of a list that may be absent, in the file's own words."""
    bound = {
        alias.asname or alias.name for n in ast.walk(code.tree) if isinstance(n, ast.ImportFrom) for alias in n.names
    }
    inner = "list[Any]" if "Any" in bound else "list"
    return f"Optional[{inner}]" if "Optional" in bound else f"{inner} | None"


def _line_behind(code: Code, statement: ast.stmt, text: str) -> Edit:
    """A line of its own behind a statement, and what is said beside it: the block around it grows."""
    start, end = code.start(statement), code.line_end(code.end(statement))
    kept = code.slice(start, end).rstrip("\n")
    stop = start + len(code.source[start:end].rstrip("\r\n"))
    return code.edit(start, stop, f"{kept}\n{code.indent(statement)}{text}")


# The reader


def _filled(reach: Reach, read: Carried, name: str) -> list[Edit] | str:
    """The edits by which the constructors that take a response apart keep it as well; or why none does."""
    edits: list[Edit] = []
    reason = f"nothing in sight makes `{read.cls.name}` of a response"
    for file, call in _constructors(reach, read.cls):
        found = _unit_of(file, call, read)
        if isinstance(found, str):
            reason = found
        elif found is not None:
            edit = with_argument(file.code, found[1], f"{name}={found[0]}")
            if isinstance(edit, str):
                return edit
            edits += _placed(reach, file.code, (edit,))
    return edits or reason


def _kept(reach: Reach, read: Carried) -> str | None:
    """The field in which a constructor keeps the turn already."""
    for file, call in _constructors(reach, read.cls):
        keys = {turn.source.key for fates in _calls_of(file, call, read.cls, read.calls) for turn in fates.turns}
        for keyword in call.node.keywords if keys and isinstance(call.node, ast.Call) else ():
            held = whole(file.value(keyword.value, call.where))
            if keyword.arg is not None and held is not None and held.key in keys:
                return keyword.arg
    return None


def _constructors(reach: Reach, cls: Scope) -> Iterator[tuple[Reach, Call]]:
    """The calls in sight that make an instance of a class, each with its file."""
    for file in _readers(reach, cls):
        calls = file.teller.index.calls_by_name
        for call in (*calls.get(cls.name, ()), *calls.get("cls", ())):
            if isinstance(call.node, ast.Call) and _makes(file, call, cls):
                yield file, call


def _makes(file: Reach, call: Call, cls: Scope) -> bool:
    """Whether a call makes an instance of the class: by its name, or as ``cls`` in a method of it."""
    if isinstance(call.node, ast.Call) and isinstance(call.node.func, ast.Name) and call.name == "cls":
        around = call.where.scope.enclosing_class()
        return around is not None and around.name == cls.name and _same_file(around, cls)
    value = file.value(call.node.func, call.where)
    return any(
        isinstance(o.value, Class)
        and o.value.scope is not None
        and o.value.name == cls.name
        and _same_file(o.value.scope, cls)
        for o in options(value)
    )


def _same_file(one: Scope, other: Scope) -> bool:
    return os.path.realpath(one.file.path) == os.path.realpath(other.file.path)


def _unit_of(file: Reach, call: Call, read: Carried) -> tuple[str, ast.Call] | str | None:
    """The text of the response's unit, as plain data, at a constructor whose calls come from one; None elsewhere."""
    alternatives = [f for f in _calls_of(file, call, read.cls, read.calls) if f.turns]
    if not alternatives or not isinstance(call.node, ast.Call):
        return None
    keys = frozenset(turn.source.key for fates in alternatives for turn in fates.turns)
    try:
        found = unit(file, Absent(call.where, keys, alternatives))
    except OtherFileError as error:
        return f"the response is taken apart in {os.path.basename(str(error))}"
    if isinstance(found, str):
        return f"where it is made {found}"
    text, objects = found
    # Objects of the project's own are copied, compared and saved: plain data survives all of that.
    return (f"[block.to_dict() for block in {text}]" if objects else text), call.node


def _calls_of(file: Reach, call: Call, cls: Scope, field: str) -> list[Fates]:
    """The fates of the blocks that become the calls of a new object, also where they are added to it later."""
    parts = [part for value in _held(file, call, cls, field) for part in file.prov.parts(value)]
    return [file.teller.judge.of_parts(tuple(parts), ())] if parts else []


def _held(file: Reach, call: Call, cls: Scope, field: str) -> Iterator[Value]:
    """What a field holds: of the new object, and of the name that it gets, where that is read last."""
    assert isinstance(call.node, ast.Call)
    made = constructed(file.prov, Class(cls.name, cls), call.node, file.prov.env_at(call.where))
    for option in options(made):
        value = option.value.get(field) if isinstance(option.value, Record) else None
        if value is not None:
            yield value
    statement = file.code.statement(call.node)
    target = statement.targets[0] if isinstance(statement, ast.Assign) and statement.value is call.node else None
    if isinstance(target, ast.Name):
        last = max(file.code.names(statement).loads.get(target.id, []), key=file.code.start, default=None)
        where = file.where(last) if last is not None else None
        if last is not None and where is not None:
            yield file.value(standing_for(ast.Attribute(last, field, ast.Load()), last), where)


# The writer


def _sent_first(code: Code, content: ast.expr, text: str) -> Iterator[Edit]:
    """The turn as it came, where the object has it; what is made so far otherwise."""
    loose = isinstance(content, (ast.IfExp, ast.Lambda, ast.NamedExpr, ast.Yield, ast.Await))
    yield code.edit(code.start(content), code.start(content), f"{text} or {'(' if loose else ''}")
    if loose:
        yield code.edit(code.end(content), code.end(content), ")")

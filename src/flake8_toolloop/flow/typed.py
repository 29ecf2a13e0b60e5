"""Which classes of the project an object is of, as annotations say, and what a method of theirs gives."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from flake8_toolloop.flow.index import Index, Scope, dotted
from flake8_toolloop.flow.values import ELEMENT, Alt, Atom, Class, Env, Func, Option, Value, options

if TYPE_CHECKING:
    from flake8_toolloop.flow.provenance import Provenance

MAX_BASES = 12
"""Classes above one another; more are met only where names lead in a circle."""
MAX_CLASSES = 8


def by_class(prov: Provenance, receiver: Value, name: str, env: Env, node: ast.AST) -> Value | None:
    """The method of an object whose class is known by an annotation, or by its family's name for the method."""
    if not isinstance(receiver, Atom) or receiver.root.kind not in ("param", "attr", "free", "call"):
        return None
    classes = [c for c in classes_of(prov, receiver) if c.file is prov.index]
    found = [m for c in family(prov.index, classes) if (m := c.method(name)) is not None and not is_abstract(m)]
    found = list({id(m): m for m in found or relatives(prov, name, env)}.values())[:MAX_CLASSES]
    if len(found) == 1 == len(classes):
        return Func(found[0], None, receiver, node)
    if not found or any(isinstance(m.node, ast.AsyncFunctionDef) or prov.requests.may_reach(m) for m in found):
        return None  # which of several clients is asked says the run
    made = [Option(Func(method, None, receiver, node)) for method in found]
    return made[0].value if len(made) == 1 else Alt(tuple(made), node)


def classes_of(prov: Provenance, atom: Atom) -> list[Scope]:
    """The classes that an object may be of, by the annotations on its way."""
    file = prov.index
    if atom.root.kind == "param":
        scope = next((s for s in file.functions if id(s) == atom.root.at), None)
        argument = scope.params.get(atom.root.name) if scope is not None else None
        first = argument.annotation if argument is not None else None
    else:
        cls = next((c for c in file.classes.values() if id(c) == atom.root.at), None)
        first = attribute(cls, atom.root.name.rpartition(".")[2]) if cls is not None else None
    classes = list(named(prov, first, file)) if first is not None else []
    for step in atom.path:
        if step != ELEMENT:
            annotations = [(c, a) for c in classes if (a := attribute(c, step)) is not None]
            classes = [inner for c, a in annotations for inner in named(prov, a, c.file)]
    return classes


def attribute(cls: Scope, name: str) -> ast.expr | None:
    """The type of a field: declared in the class, or that of the parameter which the constructor puts there."""
    declared = annotation(cls, name)
    init = cls.method("__init__") if declared is None else None
    if init is None:
        return declared
    init.complete()
    for binding in init.bindings.get(f"{init.self_name()}.{name}", ()):
        if isinstance(binding.node, ast.AnnAssign):
            return binding.node.annotation
        argument = init.params.get(binding.value.id) if isinstance(binding.value, ast.Name) else None
        if argument is not None and argument.annotation is not None:
            return argument.annotation
    return None


def family(file: Index, classes: list[Scope]) -> list[Scope]:
    """The classes with those of the file that inherit from them."""
    names = {c.name for c in classes}
    for _ in range(3):
        names |= {c.name for c in file.classes.values() if bases_of(c) & names}
    return [c for c in file.classes.values() if c.name in names] if classes else []


def bases_of(cls: Scope) -> set[str]:
    return {dotted(b).split(".")[-1] for b in getattr(cls.node, "bases", ())}


def relatives(prov: Provenance, name: str, env: Env) -> list[Scope]:
    """The methods of that name of several classes of the file with one base among them: one of them is meant."""
    own = env.scope.enclosing_class()
    holders = [m for m in prov.index.by_name.get(name, ()) if m.is_method and m.parent is not own]
    above = [{m.parent.name, *bases_of(m.parent)} for m in holders if m.parent is not None]
    shared = set(prov.index.classes).intersection(*above) if len(above) > 1 else set()
    if not shared:
        return []
    return [m for m in holders if not is_abstract(m)]


def is_abstract(method: Scope) -> bool:
    """Whether a method only says that there is one."""
    decorators = [dotted(d).split(".")[-1] for d in getattr(method.node, "decorator_list", ())]
    body = getattr(method.node, "body", [])
    return "abstractmethod" in decorators or all(isinstance(s, (ast.Pass, ast.Raise, ast.Expr)) for s in body)


def named(prov: Provenance, node: ast.expr, file: Index) -> Iterator[Scope]:
    """The classes of the project that an annotation names."""
    for part in parts(node):
        value = prov.eval(part, prov.env_end(file.module))
        for option in options(value) if isinstance(value, (Class, Alt)) else ():
            if isinstance(option.value, Class) and option.value.scope is not None:
                yield option.value.scope


def parts(node: ast.expr) -> Iterator[ast.Name | ast.Attribute]:
    """The names in an annotation, also in one that is written as a string."""
    for part in ast.walk(node):
        if isinstance(part, (ast.Name, ast.Attribute)):
            yield part
        elif isinstance(part, ast.Constant) and isinstance(part.value, str):
            try:
                inner = ast.parse(part.value, mode="eval").body
            except (SyntaxError, ValueError, RecursionError, MemoryError):
                continue
            yield from (n for n in ast.walk(inner) if isinstance(n, (ast.Name, ast.Attribute)))


def annotation(cls: Scope, name: str, depth: int = 0) -> ast.expr | None:
    """The type that a class, or one above it, declares for a field."""
    for binding in cls.bindings.get(name, ()):
        if isinstance(binding.node, ast.AnnAssign):
            return binding.node.annotation
    above = (annotation(base, name, depth + 1) for base in cls.bases()) if depth < MAX_BASES else ()
    return next((a for a in above if a is not None), None)

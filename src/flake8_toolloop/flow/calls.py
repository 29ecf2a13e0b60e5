"""What a call gives: builtins and methods that keep a value whole, model calls, functions and classes of the file."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from flake8_toolloop.dialects.base import Dialect
from flake8_toolloop.flow.index import Scope, dotted, standing_for
from flake8_toolloop.flow.typed import MAX_BASES, by_class
from flake8_toolloop.flow.values import (
    ELEMENT,
    Alt,
    Atom,
    Class,
    Cond,
    Const,
    Deferred,
    Env,
    Func,
    Listing,
    Made,
    Option,
    Part,
    Record,
    Root,
    Text,
    Unknown,
    Value,
    atoms,
    options,
)

if TYPE_CHECKING:
    from flake8_toolloop.flow.provenance import Provenance

IDENTITY = frozenset(
    {"list", "tuple", "iter", "deepcopy", "copy", "cast", "set", "frozenset", "run", "wait_for",
     "run_until_complete", "dict", "to_thread", "asdict", "jsonable_encoder", "to_jsonable_python"}
)  # fmt: skip
RUNNERS = frozenset({"run", "wait_for", "to_thread"})
"""Functions of the event loops' modules with names that anybody may use."""
LOOPS = frozenset({"asyncio", "anyio", "trio", "curio", "uvloop"})
IDENTITY_METHODS = frozenset(
    {"copy", "model_dump", "to_dict", "to_param", "dict", "model_copy", "json", "parse", "_asdict", "result",
     "model_dump_json", "to_json", "__copy__", "__deepcopy__"}
)  # fmt: skip
DUMPING = frozenset({"asdict", "model_dump", "to_dict", "dict", "_asdict", "jsonable_encoder", "to_jsonable_python"})
"""Conversions that make plain data of an object."""
TEXT_METHODS = frozenset(
    {"strip", "lstrip", "rstrip", "replace", "lower", "upper", "format", "encode", "decode", "title", "removeprefix",
     "removesuffix", "translate", "expandtabs", "casefold", "rsplit", "partition", "rpartition", "rjust", "ljust",
     "zfill"}
)  # fmt: skip
ORDER = {"sorted": "sorted", "reversed": "reversed"}
TEXT_FUNCTIONS = frozenset({"str", "repr", "dumps", "format", "escape", "sub", "shorten", "dedent", "indent", "fill"})


TUPLE_MAKERS = frozenset({"namedtuple", "NamedTuple", "make_dataclass"})
RAW_REQUESTS = frozenset({"post", "request", "stream", "Request", "urlopen", "invoke_model"})
"""Calls that are requests where their address or body says so."""
CONSTRUCTORS = frozenset({"model_construct", "construct"})
VALIDATORS = frozenset({"model_validate", "parse_obj", "model_validate_json", "parse_raw"})


def evaluate(prov: Provenance, node: ast.Call, env: Env) -> Value:
    """The value of a call."""
    model = model_call(prov, node, env)
    if model is not None:
        return model
    if prov.sanctioned and prov.sanctioned.calls(prov, node, env):
        return sanctioned(prov, node, env)
    func = node.func
    file = env.scope.file
    if prov.outside is not None and _first_name(func) in file.imports:
        imported = prov.eval(func, env)
        if isinstance(imported, Func) and file is not prov.index:
            return opaque(prov, node, env)  # from file to file to file: nothing on the way would be told apart
        if isinstance(imported, (Func, Class)):
            return called(prov, imported, node, env)
    if isinstance(func, ast.Attribute):
        if func.attr in file.by_name:
            own = prov.eval(func, env)
            if isinstance(own, Func):
                return called(prov, own, node, env)
            one_of = by_class(prov, prov.eval(func.value, env), func.attr, env, node)
            if one_of is not None:
                return called(prov, one_of, node, env)
        if func.attr in CONSTRUCTORS or func.attr in VALIDATORS:
            made = by_class_method(prov, node, func, env)
            if made is not None:
                return made
        value = method(prov, node, func, env)
        if value is not None:
            return value
    name = func.attr if isinstance(func, ast.Attribute) else func.id if isinstance(func, ast.Name) else ""
    if not (isinstance(func, ast.Name) and func.id in file.by_name):
        value = builtin(prov, node, name, env)
        if value is not None:
            return value
    callee = prov.eval(func, env)
    return called(prov, callee, node, env)


def _first_name(node: ast.expr) -> str:
    """``a`` of ``a.b.c``; nothing where something is computed."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def sanctioned(prov: Provenance, node: ast.Call, env: Env) -> Value:
    """What a function gives that the user vouches for: what it is given, or what its author knows."""
    given = prov.eval(node.args[0], env) if node.args else None
    if isinstance(given, Atom):
        return given
    return Atom(Root("call", dotted(node.func).split(".")[-1], id(node)), (), node)


def called(prov: Provenance, callee: Value, node: ast.Call, env: Env) -> Value:
    """What calling a value gives."""
    if isinstance(callee, Alt):
        return Alt(tuple(Option(called(prov, o.value, node, env), o.conds) for o in callee.options), node)
    if isinstance(callee, Func):
        inner = prov.call_env(callee.scope, node, env, callee.instance)
        if inner is None:
            return opaque(prov, node, env)
        args = prov.arguments(callee.scope, node, env)
        keywords = {k.arg: Deferred(k.value, env) for k in node.keywords if k.arg}
        value = prov.call_scope(callee.scope, args, keywords, callee.instance, env, node, callee.env)
        if callee.scope.file is not prov.index and not is_plain(value):
            return opaque(prov, node, env)
        return opaque(prov, node, env) if isinstance(value, Unknown) else value
    if isinstance(callee, Class):
        return constructed(prov, callee, node, env)
    names = tuple_names(callee)
    if names is not None:
        return constructed(prov, Class(class_name(node.func), None, node), node, env, names)
    return opaque(prov, node, env)


def tuple_names(callee: Value) -> list[str] | None:
    """The fields of ``namedtuple("Reply", "text calls")`` and its like, where a call of it is what is called."""
    made = callee.node if isinstance(callee, Atom) and callee.root.kind == "call" and not callee.path else None
    if not isinstance(made, ast.Call) or callee.root.name not in TUPLE_MAKERS or len(made.args) != 2:  # type: ignore[union-attr]
        return None
    given = made.args[1]
    if isinstance(given, ast.Constant) and isinstance(given.value, str):
        return given.value.replace(",", " ").split()
    if not isinstance(given, (ast.List, ast.Tuple)):
        return None
    firsts = [e.elts[0] if isinstance(e, (ast.Tuple, ast.List)) and e.elts else e for e in given.elts]
    names = [e.value for e in firsts if isinstance(e, ast.Constant) and isinstance(e.value, str)]
    return names if len(names) == len(firsts) else None


def is_plain(value: Value) -> bool:
    """Whether what a function of another file gives is known in every case, and no text that was worked on.

    What a sanitiser of another file does to a text is its own matter: most repair what no request could carry. A call
    that may give what is not known tells no more than the call.
    """
    return not any(
        isinstance(o.value, (Text, Unknown))
        or (isinstance(o.value, Made) and o.value.op in TEXT_METHODS)
        or (isinstance(o.value, Atom) and o.value.root.kind in ("call", "free"))
        for o in options(value)
    )


def opaque(prov: Provenance, node: ast.Call, env: Env) -> Value:
    """A call that is not followed. A capitalised name is a class: its keywords are fields."""
    name = dotted(node.func).split(".")[-1]
    field = accessed(prov, node, env)
    if field is not None:
        return field
    if name[:1].isupper() and not name.isupper():
        return constructed(prov, Class(name, None, node), node, env)
    inputs = tuple(prov.eval(a.value if isinstance(a, ast.Starred) else a, env) for a in node.args)
    inputs += tuple(prov.eval(k.value, env) for k in node.keywords)
    if isinstance(node.func, ast.Attribute):
        inputs += (prov.eval(node.func.value, env),)
    return Atom(Root("call", name, id(node)), (), node, inputs=inputs)


def accessed(prov: Provenance, node: ast.Call, env: Env) -> Value | None:
    """``field(block, "type")`` by another file's function: an accessor, where the name is a field of the dialect's."""
    if len(node.args) not in (2, 3) or node.keywords or not isinstance(node.func, ast.Name):
        return None
    key = node.args[1]
    if not (isinstance(key, ast.Constant) and isinstance(key.value, str)):
        return None
    if not any(key.value in kind.fields for dialect in prov.dialects for kind in dialect.kinds):
        return None
    base = prov.eval(node.args[0], env)
    return prov.field(base, key.value, node) if isinstance(base, Atom) else None


def constructed(prov: Provenance, cls: Class, node: ast.Call, env: Env, order: list[str] | None = None) -> Value:
    """An instance: fields from keywords, and from positions where the class of the file says their order."""
    fields: dict[str, Callable[[], Value]] = {}
    nodes: dict[str, ast.expr] = {}
    spreads: list[Value] = []
    names = order or (field_names(cls.scope) if cls.scope else [])
    init = cls.scope.method("__init__") if cls.scope else None
    if init is not None and init.positional:
        names = init.positional[1:]
    for number, argument in enumerate(node.args):
        if isinstance(argument, ast.Starred):
            continue
        key = names[number] if number < len(names) else f"#{number}"
        fields[key] = _thunk(prov, argument, env)
        nodes[key] = argument
    for keyword in node.keywords:
        if keyword.arg is None:
            spread = prov.eval(keyword.value, env)
            if isinstance(spread, Record) and not spread.spreads:
                for key in (*spread.fields, *(s.key for s in spread.sets)):
                    fields[key] = lambda s=spread, k=key: s.get(k) or Unknown(None)  # type: ignore[misc]
            else:
                spreads.append(spread)
        else:
            fields[keyword.arg] = _thunk(prov, keyword.value, env)
            nodes[keyword.arg] = keyword.value
    fields = {name: fields[name] for name in sorted(fields, key=lambda n: names.index(n) if n in names else len(names))}
    later = partial(put_there, prov, init, node, env) if init is not None and init.file is prov.index else None
    return Record(fields, node, cls.scope, cls.name, tuple(spreads), nodes=nodes, later=later)


def put_there(prov: Provenance, init: Scope, node: ast.Call, env: Env, name: str) -> Value | None:
    """What ``self.key = call_id or new_id()`` of a constructor makes a field; not known where another method does."""
    cls = init.enclosing_class()
    init.complete()
    found = init.bindings.get(f"{init.self_name()}.{name}", [])
    if cls is None or len(found) != 1 or found[0].kind != "assign" or found[0].path or found[0].where.frame is not None:
        return None
    if any(m.bindings.get(f"{m.self_name()}.{name}") for m in cls.children if m is not init and m.is_function):
        return None
    inner = prov.call_env(init, node, env, Atom(Root("attr", "self", id(cls)), (), node))
    if inner is None or found[0].value is None:
        return None
    value = prov.eval(found[0].value, inner.at(found[0].where.frame, found[0].where.order))
    given = [o for o in options(value) if not (isinstance(o.value, Const) and not o.value.value)]
    if not given or not all(isinstance(o.value, (Atom, Text)) for o in given):
        return None  # a list or a dict that starts empty is filled later, out of sight
    if any(a.root.kind == "model" for o in given for a in atoms(o.value)):
        return None  # what else the object does with a response it was given is not followed
    return given[0].value if len(given) == 1 else Alt(tuple(given), node)


def by_class_method(prov: Provenance, node: ast.Call, func: ast.Attribute, env: Env) -> Value | None:
    """``Block.model_construct(k=v)`` and ``Block.model_validate({...})`` make what ``Block(k=v)`` makes."""
    cls = prov.eval(func.value, env)
    if isinstance(cls, Atom) and cls.root.kind in ("import", "free"):
        name = dotted(func.value).split(".")[-1]
        cls = Class(name, None, node) if name[:1].isupper() else cls
    if not isinstance(cls, Class):
        return None
    if func.attr in CONSTRUCTORS:
        return constructed(prov, cls, node, env)
    if len(node.args) != 1:
        return None
    value = loaded(prov, node, env) if "json" in func.attr or "raw" in func.attr else prov.eval(node.args[0], env)
    if isinstance(value, Record):
        return replace(value, name=cls.name, cls=cls.scope, cache={})
    return replace(value, copied=True) if isinstance(value, Atom) and value.root.kind != "call" else None


def class_name(func: ast.expr) -> str:
    """The class that a call makes an instance of, if it does: the last name, a constructing method's left out."""
    names = dotted(func).split(".")
    return names[-2] if len(names) > 1 and names[-1] in CONSTRUCTORS else names[-1]


def _thunk(prov: Provenance, node: ast.expr, env: Env) -> Callable[[], Value]:
    return lambda: prov.eval(node, env)


def field_names(scope: Scope, depth: int = 0) -> list[str]:
    """The annotated names of a class body in order: the fields of a dataclass, NamedTuple, TypedDict or model."""
    out: list[str] = []
    for base in scope.bases() if depth < MAX_BASES else ():
        out.extend(n for n in field_names(base, depth + 1) if n not in out)
    for name, bindings in scope.bindings.items():
        if any(isinstance(b.node, ast.AnnAssign) for b in bindings) and name not in out:
            out.append(name)
    return out


def model_call(prov: Provenance, node: ast.Call, env: Env) -> Value | None:
    """A request to a model: by the dotted name of the SDK's call, a house wrapper of the settings, a stream's end."""
    if not prov.may_ask(node):
        return None
    name = dotted(node.func)
    for dialect in prov.dialects:
        root = Root("model", dialect.name, id(node))
        called = any(name == c or name.endswith("." + c) for c in dialect.calls)
        if called and (dialect.whole_message or "completions" not in name):
            if name.startswith("client.responses") or "responses." in name:
                continue
            return Atom(root, (), node)
        if dialect.functions and qualified_name(prov, name) in dialect.functions:
            return Atom(root, (), node)
        if dialect.methods and asks_by_method(node, dialect, env.scope.file.modules):
            return Atom(root, (), node)
        if any(name.endswith(c) for c in dialect.streams):
            return Atom(root, ("stream()",), node)
        if isinstance(node.func, ast.Attribute) and node.func.attr in dialect.final:
            base = prov.eval(node.func.value, env)
            if isinstance(base, Atom) and base.root.kind == "model":
                return replace(base, path=(), node=node)
            if node.func.attr == "get_final_message":
                return Atom(root, (), node)
        if raw_request(prov, node, dialect.urls, env):
            return Atom(root, (), node)
    if prov.model_calls and prov.model_calls.calls(prov, node, env):
        return Atom(Root("model", prov.dialects[0].name, id(node)), (), node)
    return None


def spelled_like_request(prov: Provenance, node: ast.Call) -> bool:
    """Whether a call's name alone allows that it is a request: for most calls it does not, wherever they stand."""
    name = dotted(node.func)
    last = name.rpartition(".")[2]
    if last in RAW_REQUESTS or prov.model_calls:
        return True
    return any(
        name.endswith((*d.calls, *d.streams))
        or last in d.final
        or any(last == method for _, method in d.methods)
        or (d.functions and qualified_name(prov, name) in d.functions)
        for d in prov.dialects
    )


def asks_by_method(node: ast.Call, dialect: Dialect, modules: frozenset[str]) -> bool:
    """``client.chat(messages=...)`` in a file that imports a client with such a method."""
    name = node.func.attr if isinstance(node.func, ast.Attribute) else ""
    return any(name == method and module in modules for module, method in dialect.methods) and any(
        k.arg in (dialect.messages, None) for k in node.keywords
    )


def qualified_name(prov: Provenance, name: str) -> str:
    """A dotted name with what its first part is imported as."""
    first, _, rest = name.partition(".")
    full = prov.index.imports.get(first, first)
    return f"{full}.{rest}" if rest else full


def raw_request(prov: Provenance, node: ast.Call, urls: tuple[str, ...], env: Env) -> bool:
    """A POST to an address that ends like the provider's, or Bedrock's ``invoke_model`` with a body for it."""
    name = dotted(node.func).split(".")[-1]
    if name == "invoke_model":
        return "anthropic_version" in env.scope.file.strings
    if name not in RAW_REQUESTS:
        return False
    for argument in (*node.args[:2], *(k.value for k in node.keywords if k.arg == "url")):
        texts: list[object] = (
            [v.value for v in argument.values if isinstance(v, ast.Constant)]
            if isinstance(argument, ast.JoinedStr)
            else []
        )
        if not texts and isinstance(argument, (ast.Name, ast.Attribute, ast.Constant, ast.BinOp)):
            value = prov.eval(argument, env)
            parts = value.parts if isinstance(value, Text) else (value,)
            texts = [p.value for p in parts if isinstance(p, Const)]
        if any(isinstance(t, str) and t.split("?")[0].endswith(url) for t in texts for url in urls):
            return True
    return False


def method(prov: Provenance, node: ast.Call, func: ast.Attribute, env: Env) -> Value | None:
    """A method whose effect is known whatever its object; None where the object decides."""
    name = func.attr
    if name == "get" and node.args:
        return got(prov, node, func, env)
    if name in ("setdefault",) and node.args:
        return got(prov, node, func, env)
    if name == "pop" and node.args and isinstance(node.args[0], ast.Constant):
        base = prov.eval(func.value, env)
        key = node.args[0].value
        if isinstance(key, str):
            return prov.field(base, key, node)
        if isinstance(key, int):
            return prov.item(base, key, node)
        return None
    if name in ("pop", "popleft") and not node.args:
        return prov.item(prov.eval(func.value, env), -1 if name == "pop" else 0, node)
    if name == "raise_for_status" and not node.args:
        base = prov.eval(func.value, env)
        return base if isinstance(base, Atom) and base.root.kind == "model" else None
    if name == "join" and node.args:
        return Text((prov.eval(node.args[0], env),), node)
    if (
        name in IDENTITY_METHODS
        or name in TEXT_METHODS
        or name in ("items", "values", "keys", "splitlines", "split", "read")
    ):
        return on_value(prov, node, prov.eval(func.value, env), name, env)
    if name == "fromkeys":
        return None
    return None


def got(prov: Provenance, node: ast.Call, func: ast.Attribute, env: Env) -> Value | None:
    """``d.get(key, default)``."""
    key = prov.constant(prov.eval(node.args[0], env))
    base = prov.eval(func.value, env)
    if isinstance(key, str):
        if isinstance(base, Record) and base.cls is None and not base.name and not base.has(key) and not base.spreads:
            return prov.eval(node.args[1], env) if len(node.args) > 1 else Const(None, node)
        return prov.member(node_place(func.value, key, node), func.value, key, env)
    if isinstance(base, Record) and base.cls is None:
        found = prov.table(base, node.args[0], env, node)
        if len(node.args) > 1 and isinstance(found, Alt):
            test = ast.Compare(node.args[0], [ast.NotIn()], [func.value])
            return Alt((*found.options, Option(prov.eval(node.args[1], env), (Cond(test, True, env),))), node)
        return found
    return None


def node_place(owner: ast.expr, key: str, node: ast.Call) -> ast.AST:
    """The place that ``owner.get(key)`` reads, as a node."""
    return standing_for(ast.Subscript(owner, ast.Constant(key), ast.Load()), node)


def on_value(prov: Provenance, node: ast.Call, base: Value, name: str, env: Env) -> Value | None:
    if isinstance(base, Alt):
        out = []
        for option in base.options:
            value = on_value(prov, node, option.value, name, env)
            out.append(Option(value if value is not None else Unknown(node), option.conds))
        return Alt(tuple(out), node)
    if isinstance(base, (Record, Class)) and (base.scope if isinstance(base, Class) else base.cls) is not None:
        scope = base.scope if isinstance(base, Class) else base.cls
        if scope is not None and scope.method(name) is not None:
            return None
    if name == "items":
        return entries(base, node)
    if name == "values" and isinstance(base, Made) and base.op == "by kind":
        return base.base
    if name in ("values", "keys"):
        return Atom(Root("call", name, id(node)), (), node, inputs=(base,))
    if name in TEXT_METHODS:
        return Made(name, base, node)
    if name in ("split", "splitlines"):
        return Atom(Root("call", name, id(node)), (), node, inputs=(base,))
    if isinstance(base, Atom):
        if base.root.kind == "model" and base.path in ((), ("body",), ("text",)) and name in ("json", "read"):
            return replace(base, path=(), node=node)
        if base.root.kind in ("import", "free") and not base.path and name in ("run", "result"):
            return None
        if name == "parse" and base.root.kind != "model":
            return None
        if name == "json" and base.root.kind == "call":
            return replace(base, node=node)
        return copied(prov, node, base, env)
    if isinstance(base, Record) and name in ("model_copy", "copy"):
        return copied(prov, node, base, env)
    if isinstance(base, Record):
        return plain_data(prov, base) if name in DUMPING else base
    if isinstance(base, Listing):
        return base
    if isinstance(base, Made):
        return base
    return None


def plain_data(prov: Provenance, value: Value) -> Value:
    """An object of the project's own as a dict: its fields, those with a default or one possible value among them."""
    if isinstance(value, Alt):
        return Alt(tuple(Option(plain_data(prov, o.value), o.conds) for o in value.options), value.node)
    if not isinstance(value, Record) or value.cls is None or value.spreads:
        return value
    fields: dict[str, Callable[[], Value]] = {}
    for name in field_names(value.cls):
        constant = fixed(value.cls, name)
        if constant is not None:
            fields[name] = _thunk(prov, constant, prov.env_end(value.cls))
    return replace(value, fields={**fields, **value.fields}, name="", cls=None, cache={})


def fixed(cls: Scope, name: str) -> ast.Constant | None:
    """The constant that a field has by its default, or by a type that names one value: ``Literal["text"]``."""
    for binding in reversed(cls.bindings.get(name, [])):
        declared = binding.node.annotation if isinstance(binding.node, ast.AnnAssign) else None
        given = binding.value if binding.value is not None else getattr(declared, "slice", None)
        if isinstance(given, ast.Constant) and (given is binding.value or dotted(declared.value).endswith("Literal")):  # type: ignore[union-attr]
            return given
    return next((c for base in cls.bases() if (c := fixed(base, name)) is not None), None)


def copied(prov: Provenance, node: ast.Call, base: Atom | Record, env: Env) -> Value:
    """A dump or copy of one object: ``exclude=``, ``include=`` and ``update=`` say what becomes of its fields."""
    removed: frozenset[str] = frozenset()
    allowed: frozenset[str] | None = None
    update: Value | None = None
    for keyword in node.keywords:
        if keyword.arg == "exclude":
            removed = frozenset(constants(prov, prov.eval(keyword.value, env)) or ())
        elif keyword.arg == "include":
            names = constants(prov, prov.eval(keyword.value, env))
            allowed = frozenset(names) if names is not None else None
        elif keyword.arg == "update":
            update = prov.eval(keyword.value, env)
    if isinstance(update, Record):
        return replace(update, spreads=(base, *update.spreads), node=node, cache={})
    if removed or allowed is not None:
        return Record({}, node, None, "", (base,), (), removed, allowed)
    if not isinstance(base, Atom):
        return base
    return replace(base, copied=True, dump=node if is_dump(prov, node) else base.dump)


def is_dump(prov: Provenance, node: ast.Call) -> bool:
    """Whether a copy gains fields that were never received: a dump that is not told to leave out what is unset."""
    name = node.func.attr if isinstance(node.func, ast.Attribute) else ""
    if not any(name in dialect.dumps for dialect in prov.dialects):
        return False
    told = {k.arg for k in node.keywords if not (isinstance(k.value, ast.Constant) and not k.value.value)}
    return not any(told & {None, *dialect.clean_dumps} for dialect in prov.dialects)


def constants(prov: Provenance, value: Value) -> list[str] | None:
    """The constant strings of a list or set (or a dict's keys), or None where one is not constant."""
    if isinstance(value, Record) and not value.spreads:
        return list(value.fields)
    if not isinstance(value, Listing):
        return None
    out = []
    for part in value.parts:
        text = prov.constant(part.value)
        if not isinstance(text, str) or part.conds or part.loops:
            return None
        out.append(text)
    return out


def entries(base: Value, node: ast.AST) -> Value:
    """``table.items()`` as a list of pairs."""
    if isinstance(base, Record) and not base.spreads and base.fields:
        pairs = tuple(
            Part(Listing((Part(Const(name)), Part(base.get(name) or Unknown(node))), node), node=node)
            for name in base.fields
        )
        return Listing(pairs, node)
    if isinstance(base, Atom):
        return base.step("items()", node)
    return Unknown(node)


def of_runner(prov: Provenance, node: ast.Call) -> bool:
    """Whether ``run`` and the like are those of an event loop's module, and no function of the program's."""
    first, _, rest = dotted(node.func).partition(".")
    return prov.index.imports.get(first, "" if not rest else first).split(".")[0] in LOOPS


def builtin(prov: Provenance, node: ast.Call, name: str, env: Env) -> Value | None:
    """A builtin or a library function that is known by its name; None for anything else."""
    args = node.args
    if name in IDENTITY and args and (name not in RUNNERS or of_runner(prov, node)):
        if name == "dict":
            return dict_call(prov, node, env)
        value = prov.eval(args[1] if name == "cast" and len(args) > 1 else args[0], env)
        if name in ("deepcopy", "copy", "asdict") and isinstance(value, Atom):
            return replace(value, copied=True)
        return plain_data(prov, value) if name in DUMPING else value
    if name == "dict":
        return dict_call(prov, node, env)
    if name in ("list", "tuple", "set", "deque", "defaultdict") and not args:
        return Listing((), node) if name != "defaultdict" else Record({}, node)
    if name == "deque" and args:
        return prov.eval(args[0], env)
    if name in ORDER and args:
        return Made(ORDER[name], prov.eval(args[0], env), node)
    if name in TEXT_FUNCTIONS:
        inner = tuple(prov.eval(a, env) for a in args)
        return Text(inner, node)
    if name == "loads" and args:
        return loaded(prov, node, env)
    if name == "getattr" and len(args) >= 2:
        key = prov.constant(prov.eval(args[1], env))
        if isinstance(key, str):
            return prov.member(standing_for(ast.Attribute(args[0], key, ast.Load()), node), args[0], key, env)
    return iteration(prov, node, name, env)


def iteration(prov: Provenance, node: ast.Call, name: str, env: Env) -> Value | None:
    """filter, map, next, enumerate, zip, chain and the like."""
    args = node.args
    if name == "filter" and len(args) == 2:
        return filtered(prov, node, env)
    if name == "map" and len(args) == 2:
        function = prov.eval(args[0], env)
        out = []
        for part in prov.parts(prov.eval(args[1], env)):
            out.append(replace(part, value=apply(prov, function, part.value, node, env), node=node))
        return Listing(tuple(out), node)
    if name == "next" and args:
        base = prov.eval(args[0], env)
        return prov.item(base, 0, node) if not isinstance(base, Unknown) else base
    if name == "enumerate" and args:
        pairs = []
        for part in prov.parts(prov.eval(args[0], env)):
            pair = Listing((Part(Unknown(node, "index")), Part(part.value)), node)
            pairs.append(replace(part, value=pair))
        return Listing(tuple(pairs), node)
    if name in ("zip", "zip_longest") and args:
        return zipped(prov, [prov.eval(a, env) for a in args if not isinstance(a, ast.Starred)], node)
    if name in ("chain", "concat") and args:
        parts: list[Part] = []
        for argument in args:
            parts.extend(prov.parts(prov.eval(argument, env)))
        return Listing(tuple(parts), node)
    if name == "filterfalse" and len(args) == 2:
        return filtered(prov, node, env, holds=False)
    if name == "replace" and len(args) == 1 and node.keywords:  # dataclasses.replace
        return replaced(prov, node, env)
    if name == "from_iterable" and args:
        inner: list[Part] = []
        for part in prov.parts(prov.eval(args[0], env)):
            for deeper in prov.parts(part.value):
                inner.append(replace(deeper, conds=part.conds + deeper.conds, loops=part.loops + deeper.loops))
        return Listing(tuple(inner), node)
    if name in ("gather", "as_completed"):
        return gathered(prov, node, env)
    if name == "dropwhile" and len(args) == 2 and _says_which(args[0]):
        return filtered(prov, node, env, holds=False)  # a turn begins with its deliberation
    if name in ("takewhile", "dropwhile", "islice") and args:
        return Made("slice", prov.eval(args[0] if name == "islice" else args[-1], env), node)
    return None


def _says_which(node: ast.expr) -> bool:
    """``lambda b: b.type == "thinking"``: a predicate that says which elements it holds for."""
    body = node.body if isinstance(node, ast.Lambda) else None
    return isinstance(body, ast.Compare) and isinstance(body.ops[0], (ast.Eq, ast.In))


def gathered(prov: Provenance, node: ast.Call, env: Env) -> Value:
    """``asyncio.gather(*[f(x) for x in xs])``: the results in order."""
    parts: list[Part] = []
    for argument in node.args:
        if isinstance(argument, ast.Starred):
            parts.extend(prov.parts(prov.eval(argument.value, env)))
        else:
            parts.append(Part(prov.eval(argument, env)))
    return Listing(tuple(parts), node)


def zipped(prov: Provenance, columns: list[Value], node: ast.AST) -> Value:
    """``zip``: the first column's parts, each with any element of the others."""
    if not columns:
        return Listing((), node)
    rows = []
    others = [prov.element(c, node) for c in columns[1:]]
    for part in prov.parts(columns[0]):
        row = Listing((Part(part.value), *(Part(o) for o in others)), node)
        rows.append(replace(part, value=row, loops=part.loops or (columns[0],)))
    return Listing(tuple(rows), node)


def replaced(prov: Provenance, node: ast.Call, env: Env) -> Value:
    """``replace(block, thinking=...)``: a copy with other fields."""
    fields = {k.arg: _thunk(prov, k.value, env) for k in node.keywords if k.arg}
    return Record(
        fields, node, None, "", (prov.eval(node.args[0], env),), nodes={k.arg: k.value for k in node.keywords if k.arg}
    )


def filtered(prov: Provenance, node: ast.Call, env: Env, holds: bool = True) -> Value:
    """``filter(predicate, xs)``: each part under the test that the predicate holds for it."""
    function = node.args[0]
    out = []
    for part in prov.parts(prov.eval(node.args[1], env)):
        name = "\0element"
        bound = replace(env, bound={**env.bound, name: part.value})
        if isinstance(function, ast.Constant) and function.value is None:
            test: ast.expr = ast.Name(name, ast.Load())
        elif isinstance(function, ast.Call) and dotted(function.func).split(".")[-1] == "partial" and function.args:
            given = [*function.args[1:], ast.Name(name, ast.Load())]
            test = ast.Call(function.args[0], given, function.keywords)
        else:
            test = ast.Call(function, [ast.Name(name, ast.Load())], [])
        out.append(replace(part, conds=(*part.conds, Cond(test, holds, bound)), node=node))
    return Listing(tuple(out), node)


def apply(prov: Provenance, function: Value, argument: Value, node: ast.Call, env: Env) -> Value:
    """A function value called with one argument."""
    if isinstance(function, Func):
        return prov.call_scope(function.scope, [argument], {}, function.instance, env, node, function.env)
    if isinstance(function, Alt):
        return Alt(tuple(Option(apply(prov, o.value, argument, node, env), o.conds) for o in function.options), node)
    if isinstance(function, Class) and function.name in ("dict", "list"):
        return argument
    if isinstance(function, Atom) and function.root.kind == "free" and function.root.name in ("dict", "vars"):
        return argument
    return Atom(Root("call", getattr(function, "name", ""), id(node)), (), node, inputs=(argument,))


def dict_call(prov: Provenance, node: ast.Call, env: Env) -> Value:
    """``dict(x, k=v)`` as a literal; ``dict(block)`` is a copy."""
    if node.args and not node.keywords:
        base = prov.eval(node.args[0], env)
        return replace(base, copied=True) if isinstance(base, Atom) else base
    fields: dict[str, Callable[[], Value]] = {}
    nodes: dict[str, ast.expr] = {}
    spreads = [prov.eval(a, env) for a in node.args]
    for keyword in node.keywords:
        if keyword.arg is None:
            spreads.append(prov.eval(keyword.value, env))
        else:
            fields[keyword.arg] = _thunk(prov, keyword.value, env)
            nodes[keyword.arg] = keyword.value
    plain: list[Value] = []
    for spread in spreads:
        if isinstance(spread, Record) and not spread.spreads:
            for key in (*spread.fields, *(s.key for s in spread.sets)):
                fields.setdefault(key, lambda s=spread, k=key: s.get(k) or Unknown(None))  # type: ignore[misc]
        else:
            plain.append(spread)
    return Record(fields, node, None, "", tuple(plain), nodes=nodes)


def loaded(prov: Provenance, node: ast.Call, env: Env) -> Value | None:
    """``json.loads``: of a dump the thing itself, of constant text what it says."""
    return loaded_value(prov, node, prov.eval(node.args[0], env))


def loaded_value(prov: Provenance, node: ast.Call, base: Value) -> Value | None:
    if isinstance(base, Alt):
        found = [(loaded_value(prov, node, o.value), o.conds) for o in base.options]
        return Alt(tuple(Option(v if v is not None else Unknown(node), conds) for v, conds in found), node)
    if (
        isinstance(base, Text)
        and isinstance(base.node, ast.Call)
        and dotted(base.node.func).split(".")[-1] == "dumps"
        and base.parts
    ):
        inner = base.parts[0]
        return replace(inner, copied=True) if isinstance(inner, Atom) else inner
    if isinstance(base, Const):
        return prov.parse_json(base.value, node)
    if isinstance(base, Atom) and base.root.kind == "model" and ELEMENT not in base.path:
        return replace(base, path=(), node=node)  # the body of a response, and not what a block of it says
    return Atom(Root("call", "loads", id(node)), (), node, inputs=(base,))

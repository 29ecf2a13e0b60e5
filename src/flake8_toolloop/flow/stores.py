"""What a file saves and loads again: files, rows of a table, keys of a store, each by the text that names it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from flake8_toolloop.flow.index import Call, Index, Scope, Where, place_of

MAX_STEPS = 4
FILE_WRITES = frozenset({"write_text", "write_bytes"})
FILE_READS = frozenset({"read_text", "read_bytes"})
HANDLE_WRITES = frozenset({"write", "writelines"})
HANDLE_READS = frozenset({"read", "readlines", "readline"})
PUTS = {"set": 1, "setex": 2, "hset": 2, "rpush": 1, "lpush": 1, "put": 1}
"""Methods that put a value under a key, and which argument it is."""
GETS = frozenset({"get", "hget", "lrange", "getex", "hgetall"})
EXECUTES = frozenset({"execute", "executemany", "fetch", "fetchrow", "fetchall"})
FETCHES = frozenset({"fetchall", "fetchone", "fetchmany"})
DUMPS = frozenset({"dumps", "dump", "safe_dump", "packb", "compress"})
WRITTEN = re.compile(r"\b(?:INSERT\s+(?:OR\s+\w+\s+)?INTO|REPLACE\s+INTO|UPDATE)\s+[\"'`]?(\w+)", re.IGNORECASE)
READ = re.compile(r"\bSELECT\b.*?\bFROM\s+[\"'`]?(\w+)", re.IGNORECASE | re.DOTALL)


@dataclass(frozen=True, eq=False)
class Access:
    """A store is written or read."""

    key: str
    node: ast.expr
    """What is saved, or the expression that gives what is loaded."""
    where: Where
    call: ast.AST
    """What does it."""


class Stores:
    """The stores of one file that are both written and read."""

    def __init__(self, index: Index) -> None:
        self.index = index
        self.renamed = {k: v for s in (index.module, *index.functions) for k, v in self.renames(s)}
        found = [a for s in (index.module, *index.functions) for a in self.accesses(s)]
        kept = {a.key for w, a in found if w} & {a.key for w, a in found if not w}
        self.writes = [a for w, a in found if w and a.key in kept]
        self.reads = [a for w, a in found if not w and a.key in kept]

    def accesses(self, scope: Scope) -> Iterator[tuple[bool, Access]]:
        for call in scope.calls:
            yield from self.files(call)
            yield from self.tables(call)
            yield from self.slots(call)

    # -- files -------------------------------------------------------------------------------------------------------
    def files(self, call: Call) -> Iterator[tuple[bool, Access]]:
        """``p.write_text(x)``, ``json.dump(x, f)``, ``f.write(x)``, and the same for reading."""
        node, scope, where = call.node, call.where.scope, call.where
        owner = node.func.value if isinstance(node.func, ast.Attribute) else None
        if owner is not None and call.name in FILE_WRITES and node.args:
            yield True, Access(self.file(owner, scope), node.args[0], where, node)
        elif owner is not None and call.name in FILE_READS:
            yield False, Access(self.file(owner, scope), node, where, node)
        elif call.name in DUMPS and len(node.args) > 1:
            opened = self.opened(node.args[1], scope)
            if opened is not None and opened[1]:
                yield True, Access(opened[0], node.args[0], where, node)
        elif call.name in ("load", "safe_load") and node.args:
            opened = self.opened(node.args[0], scope)
            if opened is not None and not opened[1]:
                yield False, Access(opened[0], node, where, node)
        elif owner is not None and call.name in HANDLE_WRITES | HANDLE_READS:
            opened = self.opened(owner, scope)
            if opened is not None and call.name in HANDLE_WRITES and opened[1] and node.args:
                yield True, Access(opened[0], node.args[0], where, node)
            elif opened is not None and call.name in HANDLE_READS and not opened[1]:
                yield False, Access(opened[0], node, where, node)
        elif call.name == "open" and self.opening(node, scope) is not None:
            key, writing = self.opening(node, scope) or ("", True)
            if not writing:  # ``for line in f``
                handle = next((n for n, bs in scope.bindings.items() if any(holds(b.value, node) for b in bs)), None)
                for loop, at in scope.loops if handle else ():
                    if isinstance(loop, (ast.For, ast.AsyncFor)) and place_of(loop.iter) == handle:
                        yield False, Access(key, loop.iter, at, node)

    def renames(self, scope: Scope) -> Iterator[tuple[str, str]]:
        """``tmp.replace(p)``, ``os.replace(tmp, p)``: what is written to one file is found in another."""
        for call in scope.calls:
            node = call.node
            if call.name not in ("replace", "rename", "move") or not isinstance(node.func, ast.Attribute):
                continue
            if getattr(node.func.value, "id", "") in ("os", "shutil") and len(node.args) == 2:
                yield self.text(node.args[0], scope), self.text(node.args[1], scope)
            elif call.name != "move" and len(node.args) == 1:
                yield self.text(node.func.value, scope), self.text(node.args[0], scope)

    def file(self, node: ast.expr, scope: Scope) -> str:
        """The key of a file."""
        text = self.text(node, scope)
        return f"file {self.renamed.get(text, text)}"

    def opened(self, node: ast.expr, scope: Scope) -> tuple[str, bool] | None:
        """The file that a handle stands for, and whether it is written."""
        place = place_of(node)
        found = {
            self.opening(call, scope)
            for binding in scope.bindings.get(place or "", ())
            if isinstance(call := binding.value, ast.Call)
        }
        if isinstance(node, ast.Call):
            found = {self.opening(node, scope)}
        return found.pop() if len(found) == 1 else None

    def opening(self, node: ast.Call, scope: Scope) -> tuple[str, bool] | None:
        """``open(p, "w")`` or ``p.open()``: the file, and whether it is written."""
        func = node.func
        if getattr(func, "attr", getattr(func, "id", "")) != "open":
            return None
        own = isinstance(func, ast.Attribute) and getattr(func.value, "id", "") not in (
            "io",
            "aiofiles",
            "codecs",
            "gzip",
        )
        arguments = list(node.args)
        name = func.value if own and isinstance(func, ast.Attribute) else arguments.pop(0) if arguments else None
        mode = next((k.value for k in node.keywords if k.arg == "mode"), arguments[0] if arguments else None)
        if name is None or (mode is not None and not isinstance(mode, ast.Constant)):
            return None
        text = str(mode.value) if mode is not None else "r"
        return self.file(name, scope), any(letter in text for letter in "wax")

    # -- tables and keys ---------------------------------------------------------------------------------------------
    def tables(self, call: Call) -> Iterator[tuple[bool, Access]]:
        """``execute("INSERT INTO t ...", values)`` and ``execute("SELECT ... FROM t")``."""
        node, scope = call.node, call.where.scope
        if call.name not in EXECUTES or not node.args:
            return
        statement = self.sql(node.args[0], scope)
        written, read = WRITTEN.search(statement), READ.search(statement)
        if written:
            for value in node.args[1:]:
                yield True, Access(f"table {written[1].lower()}", value, call.where, node)
        elif read:
            key = f"table {read[1].lower()}"
            yield False, Access(key, node, call.where, node)
            receiver = place_of(node.func.value) if isinstance(node.func, ast.Attribute) else None
            for other in scope.calls:
                func = other.node.func
                later = other.where.order > call.where.order and other.name in FETCHES
                if later and isinstance(func, ast.Attribute) and place_of(func.value) == receiver is not None:
                    yield False, Access(key, other.node, other.where, node)

    def sql(self, node: ast.expr, scope: Scope) -> str:
        """The constant text of a statement."""
        node = self.resolved(node, scope)
        if isinstance(node, ast.Call) and node.args:
            return self.sql(node.args[0], scope)  # text("...")
        if isinstance(node, ast.JoinedStr):
            return "".join(str(v.value) if isinstance(v, ast.Constant) else "?" for v in node.values)
        return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""

    def slots(self, call: Call) -> Iterator[tuple[bool, Access]]:
        """``r.set(key, x)`` and ``r.get(key)``."""
        node, scope = call.node, call.where.scope
        if not isinstance(node.func, ast.Attribute) or not node.args:
            return
        owner = self.text(node.func.value, scope)
        key = f"key {owner} {self.text(node.args[0], scope)}"
        position = PUTS.get(call.name)
        if position is not None and len(node.args) > position:
            yield True, Access(key, node.args[position], call.where, node)
        elif call.name in GETS:
            yield False, Access(key, node, call.where, node)

    # -- names -------------------------------------------------------------------------------------------------------
    def text(self, node: ast.expr, scope: Scope, steps: int = MAX_STEPS) -> str:
        """The text of an expression with the function's own names written out."""
        node = self.resolved(node, scope)
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("str", "Path") and len(node.args) == 1:
            return self.text(node.args[0], scope, steps)
        return ast.unparse(node)

    def resolved(self, node: ast.expr, scope: Scope) -> ast.expr:
        """What a name of the function stands for, where it is bound once."""
        for _ in range(MAX_STEPS):
            bindings = scope.bindings.get(node.id, ()) if isinstance(node, ast.Name) and scope.is_function else ()
            if len(bindings) != 1 or bindings[0].kind != "assign" or bindings[0].path:
                break
            value = bindings[0].value
            if not isinstance(value, ast.expr):
                break
            node = value
        return node


def holds(value: ast.AST | None, node: ast.AST) -> bool:
    return value is node or (isinstance(value, ast.Await) and value.value is node)


def saved_parts(node: ast.expr) -> Iterator[ast.expr]:
    """The expressions whose values are saved, without what only turns them into text."""
    if isinstance(node, ast.Call):
        name = getattr(node.func, "attr", getattr(node.func, "id", ""))
        if name in DUMPS and node.args:
            yield from saved_parts(node.args[0])
            return
        if name in ("encode", "join") and isinstance(node.func, ast.Attribute):
            yield from saved_parts(node.func.value if name == "encode" else node.args[0])
            return
    if isinstance(node, ast.BinOp):
        yield from saved_parts(node.left)
        yield from saved_parts(node.right)
    elif isinstance(node, ast.Dict):
        yield node
        for value in node.values:
            yield from saved_parts(value)
    elif isinstance(node, (ast.Tuple, ast.List)):
        yield node
        for element in node.elts:
            yield from saved_parts(element)
    elif isinstance(node, (ast.ListComp, ast.GeneratorExp)):
        yield node
        yield from saved_parts(node.elt)
    elif not isinstance(node, ast.Constant):
        yield node

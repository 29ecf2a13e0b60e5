"""What a test says of a whole message: one that holds the results of a turn, or the turn with its calls."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import TYPE_CHECKING

from flake8_toolloop.flow.sinks import argument_of

if TYPE_CHECKING:
    from flake8_toolloop.flow.index import Scope
    from flake8_toolloop.flow.tell import Teller

MAX_HOPS = 2


@dataclass(frozen=True)
class Message:
    """The message that is assumed."""

    role: str
    kind: str
    """The kind of block that it certainly holds: results alone, or calls beside anything else but results."""


def holds_for(
    teller: Teller, test: ast.expr, name: str, message: Message, scope: Scope, hops: int = MAX_HOPS
) -> bool | None:
    """Whether a test on the message that a name holds is true, false, or not known."""
    return _Asked(teller, name, message, scope, hops).holds(test)


class _Asked:
    def __init__(self, teller: Teller, name: str, message: Message, scope: Scope, hops: int) -> None:
        self.teller, self.name, self.message, self.scope, self.hops = teller, name, message, scope, hops
        self.given: dict[str, ast.Constant] = {}
        """Constants that a caller hands over."""
        self.dialect = teller.dialect

    def holds(self, test: ast.expr) -> bool | None:
        if isinstance(test, ast.BoolOp):
            found = [self.holds(v) for v in test.values]
            decisive = isinstance(test.op, ast.Or)
            if decisive in found:
                return decisive
            return None if None in found else not decisive
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            inner = self.holds(test.operand)
            return None if inner is None else not inner
        if isinstance(test, ast.Compare) and len(test.ops) == 1:
            return self.compared(test)
        if isinstance(test, ast.Call):
            return self.called(test)
        if self.is_calls(self.field(test)):
            return self.message.kind == self.dialect.call
        if isinstance(test, ast.Constant):
            return bool(test.value)
        return None

    def is_calls(self, key: object) -> bool:
        """Whether a key is the field of a message that holds its calls."""
        return self.dialect.whole_message and key == self.dialect.calls_field

    def field(self, node: ast.AST) -> str | None:
        """``role`` of ``m["role"]``, ``m.role``, ``m.get("role")``, ``getattr(m, "role", None)``."""
        owner: ast.AST | None = None
        key: object = None
        if isinstance(node, ast.Attribute):
            owner, key = node.value, node.attr
        elif isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
            owner, key = node.value, node.slice.value
        elif isinstance(node, ast.Call) and node.args:
            if isinstance(node.func, ast.Attribute) and node.func.attr == "get":
                owner, key = node.func.value, getattr(node.args[0], "value", None)
            elif getattr(node.func, "id", "") == "getattr" and len(node.args) > 1:
                owner, key = node.args[0], getattr(node.args[1], "value", None)
        own = isinstance(owner, ast.Name) and owner.id == self.name
        return key if own and isinstance(key, str) else None

    def compared(self, test: ast.Compare) -> bool | None:
        op, right = test.ops[0], test.comparators[0]
        if self.field(test.left) == "role":
            return self.member(op, right, self.message.role)
        own = self.name == getattr(right, "id", "") and isinstance(op, (ast.In, ast.NotIn))
        if own and isinstance(test.left, ast.Constant) and self.is_calls(test.left.value):
            return (self.message.kind == self.dialect.call) is isinstance(op, ast.In)
        return None

    def called(self, test: ast.Call) -> bool | None:
        name = getattr(test.func, "id", "")
        if name == "isinstance" and len(test.args) == 2 and self.is_content(test.args[0]):
            return {"str": False, "list": True}.get(getattr(test.args[1], "id", ""))
        if name == "bool" and len(test.args) == 1:
            return self.holds(test.args[0])
        if (
            name in ("any", "all")
            and len(test.args) == 1
            and isinstance(test.args[0], (ast.GeneratorExp, ast.ListComp))
        ):
            return self.quantified(test.args[0], every=name == "all")
        if self.is_calls(self.field(test)):
            return self.message.kind == self.dialect.call
        callee = self.teller.histories.callee_of(test, self.scope)
        return self.function(callee, test) if callee is not None and self.hops else None

    def function(self, callee: Scope, call: ast.Call) -> bool | None:
        """What a predicate of the file gives for the message."""
        node = callee.node
        arguments = {name: argument_of(callee, name, call) for name in callee.params if name != callee.self_name()}
        own = [n for n, a in arguments.items() if isinstance(a, ast.Name) and a.id == self.name]
        constants = {n: a for n, a in arguments.items() if isinstance(a, ast.Constant)}
        if not isinstance(node, ast.FunctionDef) or len(own) != 1 or len(constants) != len(arguments) - 1:
            return None
        inner = _Asked(self.teller, own[0], self.message, callee, self.hops - 1)
        inner.given = constants
        for statement in node.body:
            if isinstance(statement, ast.Return) and statement.value is not None:
                return inner.holds(statement.value)
            if isinstance(statement, ast.If) and not statement.orelse and isinstance(statement.body[0], ast.Return):
                verdict = inner.holds(statement.test)
                if verdict is None:
                    return None
                value = statement.body[0].value
                if verdict:
                    return inner.holds(value) if value is not None else False
            elif not (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)) and not isinstance(
                statement, (ast.Assign, ast.AnnAssign)
            ):
                return None
        return None

    def is_content(self, node: ast.AST) -> bool:
        """The message's content, or a name that holds it."""
        key = self.dialect.unit[-1]
        if self.field(node) == key:
            return not self.dialect.whole_message
        if isinstance(node, ast.Name):
            bindings = self.scope.bindings.get(node.id, ())
            return bool(bindings) and all(
                b.kind == "assign" and b.value is not None and self.field(b.value) == key for b in bindings
            )
        if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.Or):
            return self.is_content(node.values[0])
        return False

    def quantified(self, node: ast.GeneratorExp | ast.ListComp, *, every: bool) -> bool | None:
        """``any(b["type"] == "tool_result" for b in m["content"])``."""
        generator = node.generators[0]
        if (
            len(node.generators) != 1
            or not isinstance(generator.target, ast.Name)
            or not self.is_content(generator.iter)
        ):
            return None
        tests = [*generator.ifs, node.elt] if not every or not generator.ifs else []
        block = generator.target.id
        alone = self.message.kind == self.dialect.result
        verdicts = [self.of_block(t, block) for t in tests]
        if not verdicts:
            return None
        certain = False if False in verdicts else None if None in verdicts else True
        others = [self.of_block(t, block, other=True) for t in tests]
        elsewhere = False if False in others else None if None in others else True
        if every:
            if certain is False:
                return False
            return certain if alone else (True if certain and elsewhere else None)
        if certain:
            return True
        return certain if alone else (False if certain is False and elsewhere is False else None)

    def of_block(self, test: ast.expr, block: str, *, other: bool = False) -> bool | None:
        """What a test says of a block of the certain kind, or of any other one beside it (which is no result)."""
        if isinstance(test, ast.BoolOp):
            found = [self.of_block(v, block, other=other) for v in test.values]
            decisive = isinstance(test.op, ast.Or)
            if decisive in found:
                return decisive
            return None if None in found else not decisive
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            inner = self.of_block(test.operand, block, other=other)
            return None if inner is None else not inner
        if isinstance(test, ast.Call) and getattr(test.func, "id", "") == "isinstance" and len(test.args) == 2:
            own = isinstance(test.args[0], ast.Name) and test.args[0].id == block
            return True if own and getattr(test.args[1], "id", "") == "dict" else None
        if isinstance(test, ast.Compare) and len(test.ops) == 1:
            field = _Asked(self.teller, block, self.message, self.scope, 0).field(test.left)
            if field == "type":
                if not other:
                    return self.member(test.ops[0], test.comparators[0], self.message.kind)
                named = self.values(test.comparators[0])
                if named is not None and named == {self.dialect.result}:
                    return isinstance(test.ops[0], (ast.NotEq, ast.NotIn))
        return None

    def values(self, node: ast.expr) -> set[object] | None:
        """The constants that a test compares with."""
        if isinstance(node, ast.Name) and node.id in self.given:
            node = self.given[node.id]
        if isinstance(node, ast.Constant):
            return {node.value}
        if isinstance(node, (ast.Tuple, ast.List, ast.Set)) and all(isinstance(e, ast.Constant) for e in node.elts):
            return {e.value for e in node.elts if isinstance(e, ast.Constant)}
        return None

    def member(self, op: ast.cmpop, right: ast.expr, value: str) -> bool | None:
        """What a comparison with constants says of a value."""
        values = self.values(right)
        if values is None:
            return None
        if isinstance(op, (ast.Eq, ast.In)):
            return value in values
        return value not in values if isinstance(op, (ast.NotEq, ast.NotIn)) else None

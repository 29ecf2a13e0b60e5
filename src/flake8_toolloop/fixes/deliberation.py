"""TLP302, TLP103, TLP108: deliberation goes back as it came, each kind of it, whatever its text."""

from __future__ import annotations

import ast
import re
from itertools import pairwise
from typing import TYPE_CHECKING

from flake8_toolloop.fixes import effects, layout
from flake8_toolloop.fixes.code import Rewrite
from flake8_toolloop.fixes.leftovers import Leftovers, parenthesised, replace_and_clean
from flake8_toolloop.fixes.prune import Pruner

if TYPE_CHECKING:
    from flake8_toolloop.findings import Edit
    from flake8_toolloop.fixes.code import Code

_EMPTY = (None, "", False)


def drop_edit(
    code: Code, node: ast.expr | ast.stmt, source: ast.expr | None = None, text: str | None = None
) -> Rewrite | str:
    """Take an edit of deliberation out.

    ``node`` is the edited value, in which ``source`` is the value as it came; or the statement that changes it.
    ``text`` is the value as it came where the edit was made before, and ``node`` only names what came of it.
    """
    if isinstance(node, ast.expr) and source is None and text is not None:
        return replace_and_clean(code, node, text)
    statement = code.statement(node)
    if isinstance(statement, ast.Expr) and statement.value is node:
        return _without(code, statement)  # setattr() and its like
    if isinstance(node, ast.expr):
        if source is None or not code.within(source, node):
            return "the value as it came is out of reach"
        if _assigns_itself(statement, node, source):
            return _without(code, statement)
        return replace_and_clean(code, node, code.text(source))
    if isinstance(node, ast.AugAssign):
        return _without(code, node)
    if isinstance(node, ast.Assign) and source is not None and _assigns_itself(node, node.value, source):
        return _without(code, node)
    if isinstance(node, ast.Assign) and source is not None and code.within(source, node.value):
        return replace_and_clean(code, node.value, code.text(source))
    return "the edit is not one expression"


def drop_statement(code: Code, statement: ast.stmt) -> Rewrite | str:
    """Take out a statement without which the block is as it came."""
    return _without(code, statement)


def _assigns_itself(statement: ast.stmt, value: ast.expr, source: ast.expr) -> bool:
    """Whether a statement without the edit would be ``x = x``."""
    if not isinstance(statement, ast.Assign) or len(statement.targets) != 1 or statement.value is not value:
        return False
    return ast.unparse(statement.targets[0]) == ast.unparse(source)


def _without(code: Code, statement: ast.stmt) -> Rewrite | str:
    """Take a statement out with all that only served it."""
    does = effects.acts(code, statement)
    if does:
        return f"the edit does more than that: {does}"
    leftovers = Leftovers(code, (), [statement])
    dead = leftovers.find() or {statement}
    emptied = _emptied(code, dead)
    if emptied:
        return f"nothing would be left of {emptied}()"
    unsafe = tuple(f"{call} is no longer called" for call in sorted(leftovers.unsure))
    return Rewrite(tuple(sorted(leftovers.edits(dead), key=lambda edit: edit.span)), unsafe)


def _emptied(code: Code, dead: set[ast.stmt]) -> str | None:
    """The function of which nothing but its docstring would be left."""
    going = Pruner(code, dead).all_gone()
    function = code.scope(next(iter(dead)))
    if isinstance(function, ast.Module):
        return None
    rest = [s for s in function.body if s not in going and not isinstance(s, ast.Pass)]
    kept = [s for s in rest if not (isinstance(s, ast.Expr) and isinstance(s.value, ast.Constant))]
    return None if kept else function.name


def pass_block(
    code: Code, made: ast.expr, block: str, test: ast.expr | ast.pattern | None = None, kind: str = "redacted_thinking"
) -> Rewrite | str:
    """Hand the block itself on in the place of one that is made again.

    ``made`` is what is made, ``block`` the text of the block that it is made of. ``test`` is the comparison (or the
    pattern of a ``case``) that lets only the other kind through: it is widened by ``kind``.
    """
    target = made
    parent = code.parents[made]
    if isinstance(parent, ast.IfExp) and block in (code.text(parent.body), code.text(parent.orelse)):
        target = parent
    rewrite = replace_and_clean(code, target, block)
    if test is None:
        return rewrite
    widened = _widened(code, test, kind)
    if isinstance(widened, str):
        return widened
    edits = sorted([*rewrite.edits, *widened], key=lambda edit: edit.span)
    return Rewrite(tuple(edits), rewrite.unsafe)


def widen_test(code: Code, test: ast.expr | ast.pattern, kind: str = "redacted_thinking") -> Rewrite | str:
    """Let another kind of block through a test."""
    edits = _widened(code, test, kind)
    return edits if isinstance(edits, str) else Rewrite(tuple(edits))


def _widened(code: Code, test: ast.expr | ast.pattern, kind: str) -> list[Edit] | str:
    if isinstance(test, ast.MatchValue) and isinstance(test.value, ast.Constant):
        quote = code.text(test.value)[0]
        return [code.edit(code.end(test), code.end(test), f" | {quote}{kind}{quote}")]
    if isinstance(test, ast.Compare) and len(test.ops) == 1:
        return _widened_comparison(code, test, kind)
    if isinstance(test, ast.Call) and ast.unparse(test.func) == "isinstance" and len(test.args) == 2:
        return _widened_classes(code, test.args[1])
    return "the test of the block's kind is not followed"


def _widened_comparison(code: Code, test: ast.Compare, kind: str) -> list[Edit] | str:
    right = test.comparators[0]
    if isinstance(test.ops[0], ast.Eq) and isinstance(right, ast.Constant):
        quote = code.text(right)[0]
        return [code.replace(test, f"{code.text(test.left)} in ({code.text(right)}, {quote}{kind}{quote})")]
    if isinstance(test.ops[0], ast.In) and isinstance(right, (ast.Tuple, ast.List, ast.Set)) and right.elts:
        last = right.elts[-1]
        text = code.text(last)
        quote = text[0] if isinstance(last, ast.Constant) else '"'
        return [code.edit(code.end(last), code.end(last), f", {quote}{kind}{quote}")]
    return "the test of the block's kind is not followed"


def _widened_classes(code: Code, classes: ast.expr) -> list[Edit] | str:
    """``ThinkingBlock`` with its redacted twin, which is imported beside it where it is not yet."""
    options = classes.elts if isinstance(classes, ast.Tuple) else [classes]
    thinking = next((o for o in options if _class_name(o).endswith("ThinkingBlock")), None)
    if thinking is None:
        return "the test of the block's kind is not followed"
    name = _class_name(thinking)
    twin = name.replace("ThinkingBlock", "RedactedThinkingBlock")
    text = code.text(thinking).removesuffix(name) + twin
    if isinstance(classes, ast.Tuple):
        edits = [code.edit(code.end(options[-1]), code.end(options[-1]), f", {text}")]
    else:
        edits = [code.replace(classes, f"({code.text(classes)}, {text})")]
    if isinstance(thinking, ast.Name):
        imported = _imported(code, name, twin)
        if isinstance(imported, str):
            return imported
        edits += imported
    return edits


def _class_name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def _imported(code: Code, name: str, twin: str) -> list[Edit] | str:
    """The edit that imports a class beside another one, and none where it is there already."""
    imports = [n for n in ast.walk(code.tree) if isinstance(n, ast.ImportFrom)]
    if any(alias.name == twin and not alias.asname for n in imports for alias in n.names):
        return []
    for node in imports:
        for alias in node.names:
            if alias.name == name and not alias.asname:
                return [code.edit(code.start(alias), code.start(alias), f"{twin}, ")]
    return f"{twin} would have to be imported"


def add_else(code: Code, chain: ast.If, statement: str) -> Rewrite | str:
    """Give a chain of branches a last one that hands on what no branch knows."""
    *_, last = Pruner(code, ()).branches(chain)
    if last.test is None:
        return "the chain has an else already"
    # The edit takes the last statement in, so that it says which statement it extends.
    start, end = code.start(last.body[-1]), code.line_end(code.end(last.body[-1]))
    body, indent = code.slice(start, end), code.indent(chain)
    text = f"{layout.ended(body)}{indent}else:\n{indent}{code.unit}{statement}\n"
    return Rewrite((code.edit(start, end, text if body.endswith("\n") else text.removesuffix("\n")),))


def drop_truthiness(code: Code, gate: ast.expr) -> Rewrite | str:
    """Take out a condition that lets deliberation through only where it has a text.

    ``gate`` is the condition: a whole test, an operand of one, or the left side of ``x.thinking or None``.
    """
    parent = code.parents[gate]
    while isinstance(parent, ast.Call) and ast.unparse(parent.func) in ("bool", "len") and parent.args == [gate]:
        gate, parent = parent, code.parents[parent]
    if isinstance(parent, ast.UnaryOp) and isinstance(parent.op, ast.Not):
        return _drop_negated(code, parent)
    if _asks_for_empty(gate):
        return _drop_negated(code, gate)
    if isinstance(parent, ast.BoolOp):
        return _drop_operand(code, gate, parent)
    if isinstance(parent, ast.IfExp) and parent.test is gate:
        return replace_and_clean(code, parent, code.text(parent.body))
    if isinstance(parent, ast.comprehension) and gate in parent.ifs:
        return _drop_clause(code, gate)
    if isinstance(parent, ast.If) and parent.test is gate:
        return _drop_if(code, parent)
    return "the condition is not one that can be taken out alone"


def _asks_for_empty(gate: ast.expr) -> bool:
    """``b.thinking == ""``, ``b.thinking.strip() == ""``, ``b.thinking is None``: what holds where there is no text."""
    if not isinstance(gate, ast.Compare) or len(gate.ops) != 1 or not isinstance(gate.ops[0], (ast.Eq, ast.Is)):
        return False
    right = gate.comparators[0]
    return isinstance(right, ast.Constant) and right.value in (*_EMPTY, 0)


def _drop_negated(code: Code, negation: ast.expr) -> Rewrite | str:
    """``if not b.thinking: continue``, and ``... and not b.thinking``: then nothing is left of the statement."""
    node: ast.expr = negation
    parent = code.parents[node]
    if isinstance(parent, ast.BoolOp) and isinstance(parent.op, ast.And):
        node, parent = parent, code.parents[parent]
    leaves = isinstance(parent, ast.If) and all(isinstance(s, (ast.Continue, ast.Pass)) for s in parent.body)
    if isinstance(parent, ast.If) and parent.test is node and leaves and not parent.orelse:
        return _without(code, parent)
    return "the condition is not one that can be taken out alone"


def _drop_operand(code: Code, gate: ast.expr, operation: ast.BoolOp) -> Rewrite | str:
    others = [value for value in operation.values if value is not gate]
    if isinstance(operation.op, ast.Or):
        empty = all(isinstance(v, ast.Constant) and v.value in _EMPTY for v in others)
        if gate is operation.values[0] and empty:
            return replace_and_clean(code, operation, code.text(gate))
        return "the condition is not one that can be taken out alone"
    parts = _operands(code, operation)
    del parts[operation.values.index(gate)]
    around = " \t\f\r\n\\"
    text = "".join(parts).strip(around).removeprefix("and").strip(around)
    if len(others) == 1 and "\n" not in text:
        text = code.text(others[0])  # without its brackets
    return Rewrite((code.replace(operation, parenthesised(code, operation, text)),))


def _operands(code: Code, operation: ast.BoolOp) -> list[str]:
    """The operands with their brackets, each but the first with the white space and the ``and`` before it."""
    cuts = [code.start(operation)]
    for one, other in pairwise(operation.values):
        between = code.source[code.end(one) : code.start(other)]
        match = re.search(r"[\s\\]*\band\b", re.sub(r"#[^\r\n]*", lambda m: "#" * len(m.group()), between))
        cuts.append(code.end(one) + (match.start() if match else 0))
    return [code.slice(start, end) for start, end in pairwise([*cuts, code.end(operation)])]


def _drop_clause(code: Code, gate: ast.expr) -> Rewrite | str:
    """An ``if`` of a comprehension."""
    begin = code.source.rindex("if", 0, code.start(gate))
    spaces = len(code.source[:begin]) - len(code.source[:begin].rstrip())
    comprehension = next(a for a in code.ancestors(gate) if isinstance(a, ast.expr))
    end = code.end(gate)
    while (
        end < code.end(comprehension)
        and code.source[end] == ")"
        and code.source[begin:end].count("(") > (code.source[begin:end].count(")"))
    ):
        end += 1
    return Rewrite((code.edit(begin - spaces, end, ""),))


def _drop_if(code: Code, node: ast.If) -> Rewrite | str:
    """An ``if`` whose body then always runs."""
    does = effects.acts(code, node.test)
    if does:
        return f"the condition does more than that: {does}"
    if code.source.startswith("elif", code.start(node)):
        return "the condition tells the block's kind as well"
    if node.orelse and not all(isinstance(s, (ast.Pass, ast.Continue)) for s in node.orelse):
        return "there is another branch for the empty text"
    header = _header_end(code, node)
    if node.body[0].lineno == header or not code.alone_before(code.start(node)):
        if node.orelse:
            return "several statements stand on one line"
        return Rewrite((code.edit(code.start(node), code.start(node.body[0]), ""),))
    begin = code.line_start(code.start(node))
    first, last = header + 1, node.body[-1].end_lineno or 0
    end = code.line_end(code.end(node))
    text = code.shifted(first, last, code.indent(node.body[0]), code.indent(node))
    comment = code.comments.get(header)
    if comment:
        text = f"{code.indent(node)}{comment[1]}\n{text}"
    if not code.source[begin:end].endswith(("\n", "\r")):
        text = text.removesuffix("\n")
    return Rewrite((code.edit(begin, end, text),))


def _header_end(code: Code, node: ast.If) -> int:
    """The line with the colon behind the test."""
    line = node.test.end_lineno or node.lineno
    column = code.lines.span(node.test).end_column
    while True:
        comment = code.comments.get(line)
        text = code.line(line)[: comment[0] if comment else None]
        if ":" in text[column:]:
            return line
        line, column = line + 1, 0

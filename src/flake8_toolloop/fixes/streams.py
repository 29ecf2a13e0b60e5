"""TLP501 and TLP502: a block of thinking starts empty and its deltas follow; a reader adds the deltas it left out."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import TYPE_CHECKING

from flake8_toolloop.fixes import layout
from flake8_toolloop.fixes.code import Rewrite
from flake8_toolloop.flow.index import dotted, elif_chain, place_of
from flake8_toolloop.flow.sinks import fields_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flake8_toolloop.dialects.base import Delta, Events
    from flake8_toolloop.fixes.code import Code


@dataclass(frozen=True)
class Emission:
    """The one statement that sends a start event, as a template for others."""

    code: Code
    events: Events
    statement: ast.stmt
    start: ast.Dict
    index: str
    before: str
    after: str

    def send(self, event: dict[str, str], indent: str) -> str:
        """The statement for another event, its values as source text."""
        items = [f'"{key}": {value}' for key, value in event.items()]
        line = f"{indent}{self.before}{{{', '.join(items)}}}{self.after}"
        if len(line.expandtabs(4)) <= self.code.width:
            return line + "\n"
        nested = self.before.endswith("(") and self.after.startswith(")")
        depth = indent + self.code.unit if nested else indent
        inner = "".join(f"{depth}{self.code.unit}{item},\n" for item in items)
        opened = f"{indent}{self.before}\n{depth}{{\n" if nested else f"{indent}{self.before}{{\n"
        closed = f"{depth}}}\n{indent}{self.after}\n" if nested else f"{indent}}}{self.after}\n"
        return opened + inner + closed

    def opening(self, block: str, indent: str) -> str:
        return self.send({"type": f'"{self.events.start}"', "index": self.index, self.events.block: block}, indent)

    def delta(self, delta: Delta, piece: str, indent: str) -> str:
        inner = f'{{"type": "{delta.name}", "{delta.field}": {piece}}}'
        return self.send({"type": f'"{self.events.piece}"', "index": self.index, self.events.delta: inner}, indent)


def start_empty(code: Code, events: Events, start: ast.AST, kind: str, *, alone: bool) -> Rewrite | str:
    """Start a block empty and send its deltas behind it; ``alone`` where no other kind can start here."""
    emission = _emission(code, events, start)
    if isinstance(emission, str):
        return emission
    block = fields_of(emission.start)[events.block]
    deltas = events.deltas_of(kind)
    literal = _literal(code, block)
    if literal is not None:
        return _emptied(emission, literal, deltas)
    if not isinstance(block, ast.Name):
        return "the block that starts is computed where it is sent"
    return _divided(emission, block.id, kind, deltas, alone=alone)


def _emission(code: Code, events: Events, start: ast.AST) -> Emission | str:
    """What is around the start event in its statement."""
    if not isinstance(start, ast.Dict):
        return "the events are objects of classes: their deltas are for the project to make"
    statement = code.statement(start)
    fields = fields_of(start)
    if not isinstance(statement, ast.Expr) or set(fields) != {"type", "index", events.block} or None in start.keys:
        return "the start is no event of its own in one statement"
    if place_of(fields["index"]) is None:
        return "the index of the block is computed where it is sent"
    before = "".join(line.strip() for line in code.slice(code.start(statement), code.start(start)).split("\n"))
    if code.slice(code.start(statement), code.start(start)).endswith(" "):
        before += "" if before.endswith(("(", "[")) else " "
    after = "".join(line.strip() for line in code.slice(code.end(start), code.end(statement)).split("\n"))
    return Emission(code, events, statement, start, code.text(fields["index"]), before, after.removeprefix(","))


def _literal(code: Code, block: ast.expr) -> ast.Dict | None:
    """The dict that makes the block, here or under a name that is only used here."""
    if isinstance(block, ast.Dict):
        return block
    if not isinstance(block, ast.Name):
        return None
    scope = code.scope(block)
    uses = [n for n in ast.walk(scope) if isinstance(n, ast.Name) and n.id == block.id]
    siblings = code.block(code.statement(block))
    for statement in siblings:
        if (
            isinstance(statement, ast.Assign)
            and len(statement.targets) == 1
            and isinstance(statement.targets[0], ast.Name)
            and statement.targets[0].id == block.id
            and isinstance(statement.value, ast.Dict)
        ):
            return statement.value if len(uses) == 2 else None
    return None


def _emptied(emission: Emission, literal: ast.Dict, deltas: tuple[Delta, ...]) -> Rewrite | str:
    """Take what deltas bring out of the block that is made, and send it behind."""
    code = emission.code
    fields = fields_of(literal)
    missing = [d.into for d in deltas if d.into not in fields]
    if missing:
        return f"the block has no `{missing[0]}` to send"
    indent = code.indent(emission.statement)
    sent = "".join(emission.delta(d, _one_line(code.text(fields[d.into])), indent) for d in deltas)
    splices = [(code.start(fields[d.into]), code.end(fields[d.into]), '""') for d in deltas]
    statement = emission.statement
    if not (code.alone_before(code.start(statement)) and code.alone_after(code.end(statement))):
        return "the statement shares its line with others"
    inside = code.within(literal, statement)
    edits = [] if inside else [code.edit(*splice) for splice in splices]
    start, end = code.line_start(code.start(statement)), code.line_end(code.end(statement))
    opened = layout.ended(layout.patched(code, start, end, splices if inside else ()))
    return Rewrite((*edits, code.edit(start, end, opened + sent)), _MORE)


def _divided(emission: Emission, name: str, kind: str, deltas: tuple[Delta, ...], *, alone: bool) -> Rewrite | str:
    """A branch of its own for the kind, beside the statement as it was."""
    code, statement = emission.code, emission.statement
    if not any(_is_type_of(n, name) for n in ast.walk(code.scope(statement))):
        return f"nothing says how the fields of `{name}` are reached"
    indent = code.indent(statement)
    inner = indent if alone else indent + code.unit
    shell = ", ".join([f"**{name}", *(f'"{d.into}": ""' for d in deltas)])
    lines = emission.opening(f"{{{shell}}}", inner)
    lines += "".join(emission.delta(d, f'{name}["{d.into}"]', inner) for d in deltas)
    first, last = statement.lineno, statement.end_lineno or statement.lineno
    if not alone:
        kept = layout.deeper(code, first, last)
        lines = f'{indent}if {name}["type"] == "{kind}":\n{lines}{indent}else:\n{kept}'
    start, end = code.line_start(code.start(statement)), code.line_end(code.end(statement))
    if not (code.alone_before(code.start(statement)) and code.alone_after(code.end(statement))):
        return "the statement shares its line with others"
    return Rewrite((code.edit(start, end, lines),), _MORE)


def _is_type_of(node: ast.AST, name: str) -> bool:
    return (
        isinstance(node, ast.Subscript)
        and isinstance(node.value, ast.Name)
        and node.value.id == name
        and isinstance(node.slice, ast.Constant)
        and node.slice.value == "type"
    )


def _one_line(text: str) -> str:
    return layout.flat(text) or text


_MORE = ("readers of these events get more of them",)


# -- readers -----------------------------------------------------------------------------------------------------------
def helper_around(code: Code, chain: ast.If | None, calls: tuple[str, ...]) -> ast.With | ast.AsyncWith | None:
    """The SDK's stream helper whose events a reader tells apart."""
    for node in code.ancestors(chain) if chain is not None else ():
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            return None
        if isinstance(node, (ast.With, ast.AsyncWith)) and len(node.items) == 1:
            opened = node.items[0].context_expr
            if isinstance(opened, ast.Call) and dotted(opened.func).endswith(calls):
                return node
    return None


def replay_final(code: Code, content: ast.expr, stream: ast.With | ast.AsyncWith) -> Rewrite | str:
    """Replay the message that the SDK has accumulated, as the dicts that the reader has made so far."""
    name = stream.items[0].optional_vars
    if not isinstance(name, ast.Name) or any(isinstance(n, (ast.Break, ast.Return)) for n in ast.walk(stream)):
        return "the stream is not read to its end"
    call = f"{name.id}.get_final_message()"
    final = f"(await {call})" if isinstance(stream, ast.AsyncWith) else call
    text = layout.comprehension(code, content, "block.to_dict()", [f"for block in {final}.content"])
    return Rewrite((code.replace(content, text),), (f"its blocks are the SDK's, not those of `{code.text(content)}`",))


def add_deltas(code: Code, events: Events, chain: ast.If, lost: tuple[str, ...]) -> Rewrite | str:
    """Add the branches for the deltas that are left out, in the style of one that is there."""
    links = list(_links(code, chain))
    found = next((p for link in links if (p := _pattern(events, link)) is not None), None)
    if found is None:
        return "what the reader keeps has no field for what it drops"
    link = found
    if links[-1].orelse:
        return "what the reader does with other deltas would have to be told from these"
    behind = links[-1]
    added = "".join(_branch(code, link, events.named(name)) for name in lost)
    last = behind.body[-1]
    start, end = code.line_start(code.start(last)), code.line_end(code.end(last))
    if not (code.alone_before(code.start(last)) and code.alone_after(code.end(last))):
        return "the branches share lines with others"
    return Rewrite((code.edit(start, end, layout.ended(layout.patched(code, start, end, ())) + added),))


def _links(code: Code, chain: ast.If) -> Iterator[ast.If]:
    """All links of the chain that one is in."""
    first = chain
    while isinstance(parent := code.parents[first], ast.If) and parent.orelse == [first]:
        first = parent
    yield from elif_chain(first)


def _pattern(events: Events, link: ast.If) -> ast.If | None:
    """A link that adds one delta's piece to the block's field: ``if d.type == "text_delta": b["text"] += d.text``."""
    test = link.test
    if not (isinstance(test, ast.Compare) and len(test.ops) == 1 and isinstance(test.ops[0], ast.Eq)):
        return None
    right = test.comparators[0]
    delta = events.named(right.value) if isinstance(right, ast.Constant) and isinstance(right.value, str) else None
    if delta is None or delta.once or len(link.body) != 1 or not isinstance(link.body[0], ast.AugAssign):
        return None
    statement = link.body[0]
    if (
        _last(statement.target) != delta.into
        or _last(statement.value) != delta.field
        or link.lineno == statement.lineno
    ):
        return None
    return link


def _last(node: ast.expr) -> str | None:
    """The last step of a place."""
    place = place_of(node)
    if place is None and isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
        return str(node.slice.value)  # ``blocks[index]["text"]``
    if place is None and isinstance(node, ast.Attribute):
        return node.attr
    return place.rpartition(".")[2] if place is not None else None


def _branch(code: Code, link: ast.If, wanted: Delta | None) -> str:
    """The lines of one more branch."""
    if wanted is None:
        raise ValueError("no such delta")
    statement = link.body[0]
    assert isinstance(statement, ast.AugAssign)
    assert isinstance(link.test, ast.Compare)
    indent = code.indent(link)
    left = code.text(link.test.left)
    target = _renamed(code, statement.target, wanted.into)
    value = _renamed(code, statement.value, wanted.field)
    sign = "=" if wanted.once else "+="
    return f'{indent}elif {left} == "{wanted.name}":\n{code.indent(statement)}{target} {sign} {value}\n'


def _renamed(code: Code, node: ast.expr, name: str) -> str:
    """The same place with another last step."""
    if isinstance(node, ast.Attribute):
        return f"{code.text(node.value)}.{name}"
    assert isinstance(node, ast.Subscript)
    quote = code.text(node.slice)[0]
    return f"{code.text(node.value)}[{quote}{name}{quote}]"

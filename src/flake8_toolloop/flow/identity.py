"""Whose id a result carries: that of the call that it answers, or one that is no such thing."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from flake8_toolloop.findings import Confidence, Related
from flake8_toolloop.flow import alignment, answers, unnumbered
from flake8_toolloop.flow.deliberation import GENERATORS, in_tests
from flake8_toolloop.flow.index import Scope, place_of
from flake8_toolloop.flow.sinks import BlockSink, Instance, fields_of
from flake8_toolloop.flow.story import Answered, Evidence, Misnamed
from flake8_toolloop.flow.usermessages import results_sent
from flake8_toolloop.flow.values import (
    ELEMENT,
    Atom,
    Const,
    Listing,
    Made,
    Part,
    Record,
    Text,
    Unknown,
    Value,
    atoms,
    options,
)

if TYPE_CHECKING:
    from flake8_toolloop.flow.tell import Teller

CONTENT = "content"
OTHER_FIELDS = frozenset({"name", "type"})
"""Fields of a call that its result may be named after by mistake."""
COUNTERS = frozenset({"range", "len", "count"})


def tell(teller: Teller) -> None:
    """State the results, and the calls of carriers, whose id is not the call's own."""
    if in_tests(teller.path):
        return
    sent = Sent(teller)
    for event in teller.story.answers:
        sink = next((b for b in teller.block_sinks if b.literal.node is event.result_node), None)
        if sink is None or event.split is not None:
            continue
        teller.within_budget(sink.literal.node, lambda s=sink, e=event: mismatched(teller, s, e, sent))  # type: ignore[misc]
    for message in unnumbered.results(teller):
        state(teller, message.literal.node, "none", Confidence.LIKELY, message.literal.node, None)
    for scope in teller.index.functions:
        for name in (n for n in scope.bindings if never_filled(n, scope)):
            teller.within_budget(scope.node, lambda n=name, s=scope: from_empty_map(teller, n, s))  # type: ignore[misc]


class Sent:
    """What the file sends, asked for once there is a doubt."""

    def __init__(self, teller: Teller) -> None:
        self.teller = teller
        self._results: set[int] | None = None
        self._own: bool | None = None

    def result(self, sink: BlockSink) -> bool:
        """Whether a result goes into a user message of the file, or is a message itself."""
        if self.teller.dialect.whole_message:
            return True
        if self._results is None:
            self._results = results_sent(self.teller)
        return id(sink.literal.node) in self._results

    def calls_keep_their_ids(self) -> bool:
        """Whether the calls go back under the ids that they came with.

        A turn is replayed whole, or its calls are made again with the ids of stored ones, and no call of the file has
        an id that the file makes up or takes from another field: those may be the very ids of the results.
        """
        if self._own is None and self.teller.dialect.whole_message:
            self._own = unnumbered.calls_keep_their_ids(self.teller, received)
        if self._own is None:
            made = [
                self.teller.prov.value_at(b.fields["id"], b.where)
                for b in self.teller.block_sinks
                if b.kind == self.teller.dialect.call and "id" in b.fields
            ]
            kept = [all(received(o.value) for o in options(v)) for v in made]
            whole = any(f.whole and f.turns for r in self.teller.story.replays for f in r.alternatives)
            self._own = all(kept) and (whole or bool(kept))
        return self._own


def received(value: Value) -> bool:
    """An id that came with a stored or received call, sanitised perhaps."""
    if isinstance(value, Const):
        return value.value is None
    found = list(atoms(value))
    return any(a.path[-1:] and a.path[-1] not in OTHER_FIELDS for a in found) and not any(
        a.root.kind == "call" and a.root.name in GENERATORS for a in found
    )


def mismatched(teller: Teller, sink: BlockSink, event: Answered, sent: Sent) -> None:
    """State one result whose id is another one on every alternative, in its function or through a caller of it."""
    for up in (0, 1):
        for instance in teller.sinks.instances(sink.where, up=up):
            content = sink.fields.get(CONTENT)
            told = teller.prov.eval(content, instance.env) if content is not None else None
            ident = teller.prov.eval(sink.fields[teller.dialect.result_id], instance.env)
            why = reason(teller, sink, instance, ident, told, sent)
            if why is None or not sent.result(sink):
                continue
            node = teller.handed(sink.fields[teller.dialect.result_id], sink.scope, instance.sites)
            event.misnamed = True
            confidence = Confidence.CERTAIN if up == 0 else Confidence.LIKELY
            state(teller, node, why, confidence, sink.literal.node, event.picked_node)
            return


def state(
    teller: Teller, node: ast.expr, why: str, confidence: Confidence, result: ast.AST | None, source: ast.AST | None
) -> None:
    span = teller.spans.of(node)
    if any(m.span == span for m in teller.story.misnamed):
        return
    related = (Related("id", teller.spans.of(source), "the id is taken here"),) if source is not None else ()
    evidence = Evidence(confidence, related)
    teller.story.misnamed.append(Misnamed(span, teller.dialect, evidence, why, node, result))


def reason(
    teller: Teller, sink: BlockSink, instance: Instance, ident: Value, told: Value | None, sent: Sent
) -> str | None:
    """Why the id is not the answered call's, where no alternative of it can be."""
    values = [o.value for o in options(ident)]
    named = [v for v in values if not (isinstance(v, Const) and not v.value)]
    found = {why_not(teller, sink, instance, value, told) for value in named or values}
    if None in found or not found:
        if alignment.misaligned(teller, sink, instance, ident):
            return "misaligned"
        return None
    why = sorted(str(w) for w in found)[0]
    if why in ("constant", "generated", "field") and (not sent.calls_keep_their_ids() or constant(told)):
        return None
    return why


def constant(told: Value | None) -> bool:
    """Whether a result's content says nothing that was computed: an example, or a fixed notice."""
    return told is None or not list(atoms(told))


def why_not(teller: Teller, sink: BlockSink, instance: Instance, value: Value, told: Value | None) -> str | None:
    """Why one value cannot be the id of the answered call, or None where it may be."""
    dialect = teller.dialect
    if isinstance(value, Const):
        return "constant" if isinstance(value.value, (str, int)) else None
    if generated(value):
        return "generated"
    if isinstance(value, Text):  # a text around the call's name
        pieces = [o.value for part in value.parts for o in options(part) if not isinstance(o.value, Const)]
        found = {why_not(teller, sink, instance, piece, told) for piece in pieces}
        return "field" if found == {"field"} else None
    if not isinstance(value, Atom):
        return None
    if value.root.kind == "model" and value.path and ELEMENT not in value.path:
        return "response"
    holder = tuple(step for step in value.path[:-1] if not dialect.whole_message or step != dialect.call)
    if value.path[-1:] and value.path[-1] in OTHER_FIELDS and holder[-1:] == (ELEMENT,):
        owner = Atom(value.root, holder[:-1], value.node)
        if owner.path[-1:] and owner.path[-1] in answers.CALL_LISTS:
            return "field"
        return "field" if teller.judge.is_unit(owner) else None
    if value.taken and value.pick is not None and told is not None and answers.is_call_list(teller, value, ()):
        return "another" if anothers(teller, sink, instance, value, told) else None
    return None


def generated(value: Value) -> bool:
    """An id made up on the spot: a generator's, a running number, or a text of constants and such pieces only."""
    if isinstance(value, Atom):
        return (value.root.kind == "call" and value.root.name in GENERATORS) or _hex_of_generated(value)
    if isinstance(value, Made):
        return generated(value.base)
    if isinstance(value, Text):
        inner = [o.value for part in value.parts for o in options(part)]
        return any(generated(v) or numbered(v) for v in inner) and all(
            generated(v) or numbered(v) or isinstance(v, Const) or named_after(v) for v in inner
        )
    return numbered(value)


def numbered(value: Value) -> bool:
    """A running number: of ``enumerate`` or ``range``, or a variable that counts."""
    if isinstance(value, Unknown):
        return value.why == "index"
    if isinstance(value, Listing):
        return bool(value.parts) and all(
            isinstance(p.value, Const) and isinstance(p.value.value, int) for p in value.parts
        )
    return isinstance(value, Atom) and value.root.kind == "call" and value.root.name in COUNTERS


def named_after(value: Value) -> bool:
    """Another field of an element than its id."""
    return isinstance(value, Atom) and value.path[-1:] != () and value.path[-1] in OTHER_FIELDS


def _hex_of_generated(value: Atom) -> bool:
    """``uuid4().hex``: a field of what a generator gave."""
    return any(isinstance(i, Atom) and generated(i) for i in value.inputs) and value.root.name in ("hex", "str")


def anothers(teller: Teller, sink: BlockSink, instance: Instance, ident: Atom, told: Value) -> bool:
    """Whether one call's id goes to the results of a loop, each of which tells of another call."""
    assert ident.pick is not None
    if not fixed_pick(teller, ident.pick, sink) or answers.consumed(teller, ident.pick, sink):
        return False
    if answers.of_loop_variable(instance, ident.pick):
        return False
    owner = ident.path[: ident.picked_at - 1]
    element = (*owner, ELEMENT)
    contents = list(atoms(told))
    if any(a.taken and a.root == ident.root and a.path[: len(element)] == element for a in contents):
        return False  # the content is computed from the call that was taken
    frames = [f for f in instance.frames if f.kind in ("for", "comp") and f.branch == "body"]
    if not frames or any(answers.requests_in(teller, f.node) for f in frames):
        return False  # the loop is the cycle, and each turn of it takes the call of its own answer
    for source in instance.loops:
        for part in elements_of(teller, source):
            for option in options(part.value):
                item = option.value
                if isinstance(item, Atom) and any(told_of(a, item, ident, element) for a in contents):
                    return True
    return False


def elements_of(teller: Teller, source: Value) -> list[Part]:
    return teller.prov.parts(source) if not isinstance(source, (Record, Const)) else []


def told_of(content: Atom, item: Atom, ident: Atom, element: tuple[str, ...]) -> bool:
    """Whether a content comes from a loop's element and not from the call whose id it gets."""
    if content.root != item.root or content.path[: len(item.path)] != item.path or content.taken:
        return False
    if item.root == ident.root and item.path == element:
        return True  # the loop goes over the very calls
    return content.path[: len(element)] != element


def fixed_pick(teller: Teller, pick: ast.AST, sink: BlockSink) -> bool:
    """Whether a pick takes the same element each time: a constant index, an unpacking, a loop's last; no search."""
    if isinstance(pick, (ast.For, ast.AsyncFor)):
        return True
    if isinstance(pick, ast.Assign):
        return isinstance(pick.targets[0], (ast.Tuple, ast.List)) and not isinstance(pick.value, ast.Call)
    if not isinstance(pick, ast.Subscript) or isinstance(pick.slice, (ast.Name, ast.Slice)):
        return False
    if answers.takes_off(pick, sink.scope):
        return False
    value = teller.prov.eval(pick.value, teller.prov.env_at(sink.where))
    return not any(searches(c.test) for part in teller.prov.parts(value) for c in part.conds)


def searches(test: object) -> bool:
    """Whether a test compares an element with something that is not constant: the call is looked up."""
    return isinstance(test, ast.AST) and any(
        isinstance(n, ast.Compare) and not any(_constant(s) for s in (n.left, *n.comparators)) for n in ast.walk(test)
    )


def _constant(node: ast.expr) -> bool:
    if isinstance(node, (ast.Tuple, ast.List, ast.Set)):
        return all(_constant(e) for e in node.elts)
    return isinstance(node, ast.Constant)


# -- maps that nothing was ever put into -------------------------------------------------------------------------------
def from_empty_map(teller: Teller, name: str, scope: Scope) -> None:
    """State the ids that are looked up in a map of the function that is never filled."""
    made: list[ast.Dict | ast.Call] = [literal.node for literal in scope.literals if isinstance(literal.node, ast.Dict)]
    for node in (*made, *(c.node for c in scope.calls)):
        for value in given(node):
            lookup = lookup_of(value, scope)
            if lookup is not None and lookup[0] == name and identifies(teller, node, value):
                state(teller, lookup[1], "empty map", Confidence.CERTAIN, None, None)


def given(node: ast.Dict | ast.Call) -> list[ast.expr]:
    """What a carrier is made of."""
    return node.values if isinstance(node, ast.Dict) else [*node.args, *(k.value for k in node.keywords)]


def identifies(teller: Teller, node: ast.Dict | ast.Call, ident: ast.expr) -> bool:
    """Whether a value is the id of a result, or of a carrier that is filled with a received call's name and input."""
    fields = fields_of(node)
    if fields.get(teller.dialect.result_id) is ident:
        return True
    where = teller.index.where[id(node)]
    found: set[str] = set()
    for value in given(node):
        for option in options(teller.prov.eval(value, teller.prov.env_at(where))):
            inner = option.value
            if isinstance(inner, Atom) and inner.path[-2:-1] == (ELEMENT,):
                found.add(inner.path[-1])
    return {"name", "input"} <= found and "id" not in found


def lookup_of(node: ast.expr, scope: Scope) -> tuple[str, ast.expr] | None:
    """The map and the expression of ``ids.get(x)`` or ``ids[x]``, also by way of a name that is bound once."""
    if isinstance(node, ast.Name):
        bindings = scope.bindings.get(node.id, [])
        value = bindings[0].value if len(bindings) == 1 and bindings[0].kind == "assign" else None
        return lookup_of(value, scope) if isinstance(value, (ast.Call, ast.Subscript)) else None
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "get":
        default = node.args[1] if len(node.args) > 1 else None
        plain = default is None or (isinstance(default, ast.Constant) and not default.value)
        owner = node.func.value
        return (owner.id, node) if isinstance(owner, ast.Name) and plain else None
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name):
        return node.value.id, node
    return None


def never_filled(name: str, scope: Scope) -> bool:
    """Whether a name of the function is only ever an empty dict that is read: not filled, handed on or given away."""
    bindings = scope.bindings.get(name, [])
    if not bindings or not all(b.kind == "assign" and not b.path and _empty_dict(b.value) for b in bindings):
        return False
    if scope.mutations.get(name) or scope.kind != "function":
        return False
    reads = 0
    for node in ast.walk(scope.node):
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.Name) and child.id == name and isinstance(child.ctx, ast.Load):
                if not _reads(node):
                    return False
                reads += 1
    return reads > 0


def _reads(parent: ast.AST) -> bool:
    """Whether what stands around a name only reads it: ``ids.get``, ``ids[x]``, ``x in ids``."""
    if isinstance(parent, ast.Attribute):
        return parent.attr in ("get", "keys", "values", "items")
    if isinstance(parent, ast.Subscript):
        return isinstance(parent.ctx, ast.Load)
    return isinstance(parent, ast.Compare)


def _empty_dict(node: ast.AST | None) -> bool:
    if isinstance(node, ast.Dict):
        return not node.keys
    return isinstance(node, ast.Call) and not node.args and not node.keywords and place_of(node.func) == "dict"

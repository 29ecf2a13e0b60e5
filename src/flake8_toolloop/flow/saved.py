"""Transcripts that are saved without some of their blocks, and loaded to be sent again.

The copy that is saved is made of the stored messages one by one; where the same store is read in the file and what
comes out of it gets into a request, what the copy has left out is gone.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from flake8_toolloop.findings import Confidence, Related
from flake8_toolloop.flow.fates import Fate
from flake8_toolloop.flow.histories import RETURNED, Node
from flake8_toolloop.flow.index import Scope
from flake8_toolloop.flow.rewrites import Rewrite
from flake8_toolloop.flow.stores import Access, Stores, saved_parts
from flake8_toolloop.flow.story import Evidence, Saved
from flake8_toolloop.flow.values import ELEMENT, Alt, Atom, Const, Listing, Made, Option, Root, Text, Value, options
from flake8_toolloop.flow.withheld import carried, has_both
from flake8_toolloop.flow.words import saved_words

if TYPE_CHECKING:
    from flake8_toolloop.flow.tell import Teller

MAX_DEPTH = 5
DUMPING = frozenset({"dumps", "dump", "model_dump", "model_dump_json", "to_dict", "to_json", "asdict", "dict", "json"})


def tell(teller: Teller) -> None:
    """State the copies of a history that are saved with less than it has."""
    if not teller.histories.offers_tools:
        return
    stores = Stores(teller.index)
    loads = [read for read in stores.reads if replayed(teller, read)] if stores.writes else []
    for write in stores.writes:
        read = next((r for r in loads if r.key == write.key), None)
        if read is not None:
            teller.within_budget(write.node, partial(copies, teller, write, read))
    for read in {r.key: r for r in loads}.values():
        writes = [w for w in stores.writes if w.key == read.key]
        teller.within_budget(read.node, partial(words, teller, writes, read))


def words(teller: Teller, writes: list[Access], read: Access) -> None:
    """Writes that save the words of each turn."""
    found = saved_words(teller, writes)
    if found is not None:
        state(teller, found[1], found[0], read)


# -- what is loaded --------------------------------------------------------------------------------------------------
def replayed(teller: Teller, read: Access) -> bool:
    """Whether what is loaded gets into the messages of a request."""
    return any(teller.histories.is_sent(node) for node in loaded_into(teller, read))


def loaded_into(teller: Teller, read: Access) -> set[Node]:
    """The lists of the function that hold something of what is loaded, and what it returns."""
    scope, lists = read.where.scope, teller.histories
    names: set[str] = set()
    held: set[Node] = set()

    def has(node: ast.AST | None) -> bool:
        return node is not None and any(
            n is read.node or (isinstance(n, ast.Name) and n.id in names) for n in ast.walk(node)
        )

    for _ in range(3):
        for place, bindings in scope.bindings.items():
            if place not in names and any(
                b.kind in ("assign", "for", "with", "comp") and has(b.value) for b in bindings
            ):
                names.add(place)
                held.add(lists.node(scope, place))
        for place, mutations in scope.mutations.items():
            if any(
                m.op in ("append", "extend", "iadd", "insert", "slice") and any(has(a) for a in m.args)
                for m in mutations
            ):
                names.add(place)
                held.add(lists.node(scope, place))
    for call in scope.calls:
        sent = lists.sent_by(call)
        if sent is not None and call in lists.senders and has(sent):
            held.add((id(call.node), "sent"))
    if any(has(exit_.value) for exit_ in (*scope.returns, *scope.yields)):
        held.add((id(scope), RETURNED))
    return held


# -- what is saved ---------------------------------------------------------------------------------------------------
def copies(teller: Teller, write: Access, read: Access) -> None:
    """The rewrites of stored messages whose outcome is what a write saves."""
    lists = teller.histories
    parts = list(saved_parts(write.node))
    bases = {b.node for part in parts for b in lists.bases(part, write.where)}
    inline = {id(part) for part in parts}
    for rewrite in teller.rewrites:
        taken = any(not bases.isdisjoint(lists.reached(node)) for _, node in rewrite.targets)
        if not taken and id(rewrite.node) not in inline:
            continue
        if has_both(teller, rewrite.source.node) and loses(teller, rewrite):
            state(teller, rewrite.node, write, read)


def loses(teller: Teller, rewrite: Rewrite) -> bool:
    """Whether the content of a turn with calls becomes text, or loses the calls, on every way."""
    if keeps_beside(teller, rewrite):
        return False
    stored = Atom(Root("stored", rewrite.message, id(rewrite.source)))
    env = replace(teller.prov.env_at(rewrite.where), bound={rewrite.message: stored})
    found = list(options(teller.prov.eval(rewrite.content, env)))
    verdicts = [verdict(teller, option, stored) for option in found]
    # ``if isinstance(content, list): content = text_of(content)`` leaves what it was before to contents that are text.
    lists = any(v == "lost" and says_list(o) for v, o in zip(verdicts, found, strict=True))
    texts = [v == "text" or (v == "whole" and lists and not o.conds) for v, o in zip(verdicts, found, strict=True)]
    return "lost" in verdicts and all(v == "lost" or text for v, text in zip(verdicts, texts, strict=True))


def keeps_beside(teller: Teller, rewrite: Rewrite) -> bool:
    """Whether the copy holds more of the message than its role, or its blocks as data inside a text."""
    if isinstance(rewrite.node, ast.Dict):
        for key, value in zip(rewrite.node.keys, rewrite.node.values, strict=True):
            beside = key is not None and getattr(key, "value", None) != "role" and value is not rewrite.content
            if beside and any(isinstance(n, ast.Name) and n.id == rewrite.message for n in ast.walk(value)):
                return True
    return any(
        isinstance(n, ast.Call) and getattr(n.func, "attr", getattr(n.func, "id", "")) in DUMPING
        for tree in made_by(teller, rewrite.content, rewrite.where.scope)
        for n in ast.walk(tree)
    )


def made_by(teller: Teller, content: ast.AST, scope: Scope, hops: int = 2) -> Iterator[ast.AST]:
    """An expression with what its names stand for and the functions that it calls."""
    yield content
    for node in ast.walk(content) if hops else ():
        callee = teller.histories.callee_of(node, scope) if isinstance(node, ast.Call) else None
        if callee is not None:
            yield callee.node
        if isinstance(node, ast.Name):
            for binding in scope.bindings.get(node.id, ()):
                if binding.kind == "assign" and binding.value is not None:
                    yield from made_by(teller, binding.value, scope, hops - 1)


def verdict(teller: Teller, option: Option, stored: Atom) -> str:
    """``lost``, ``text`` (a content that was text before), ``whole`` or ``unknown``."""
    value = option.value
    content = (*stored.path, teller.dialect.unit[-1])
    if isinstance(value, Atom) and value.root == stored.root:
        if value.path == content:
            return "text" if any(says_text(c.test, c.holds) for c in option.conds) else "whole"
        return "lost" if value.path[-1:] == (teller.dialect.text,) else "unknown"
    if isinstance(value, Text):
        return "lost" if any(of_message(part, stored) for part in value.parts) else "unknown"
    if isinstance(value, Const):
        return "text"
    parts = teller.prov.parts(value)
    elements = frozenset(
        (o.value.root, (*o.value.path, ELEMENT))
        for part in parts for loop in part.loops for o in options(loop) if isinstance(o.value, Atom)
    )  # fmt: skip
    if not elements or not all(part.loops for part in parts):
        return "unknown"
    kinds = (teller.dialect.call, *teller.dialect.deliberation)
    lost = [not carried(teller, parts, kind, elements) for kind in kinds]
    texts = carried(teller, parts, teller.dialect.text, elements)
    return "lost" if all(lost) and any(c.fate >= Fate.MADE for c in texts) else "unknown"


def of_message(value: Value, stored: Atom, depth: int = 0) -> bool:
    """Whether a value is made of the message."""
    inner: list[Value] = []
    if isinstance(value, Atom):
        return value.root == stored.root
    if isinstance(value, Text):
        inner = list(value.parts)
    elif isinstance(value, Made):
        inner = [value.base]
    elif isinstance(value, Listing):
        inner = [v for part in value.parts for v in (part.value, *part.loops)]
    elif isinstance(value, Alt):
        inner = [o.value for o in value.options]
    return depth < MAX_DEPTH and any(of_message(v, stored, depth + 1) for v in inner)


def says_text(test: object, holds: bool) -> bool:
    """``isinstance(content, str)``, ``not isinstance(content, list)``."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return says_text(test.operand, not holds)
    if isinstance(test, ast.Call) and getattr(test.func, "id", "") == "isinstance" and len(test.args) == 2:
        return getattr(test.args[1], "id", "") == ("str" if holds else "list")
    return False


def says_list(option: Option) -> bool:
    """Whether an option is one for contents that are no text."""
    return any(says_text(c.test, not c.holds) for c in option.conds)


def state(teller: Teller, node: ast.AST, write: Access, read: Access) -> None:
    span = teller.spans.of(node)
    if any(s.span == span for s in teller.story.saved):
        return
    related = (
        Related("store", teller.spans.of(write.call), "what is made is saved here"),
        Related("load", teller.spans.of(read.call), "it is loaded here"),
        *(Related("next request", teller.spans.of(c.node), "and sent here") for c in teller.histories.senders[:1]),
    )
    what = f"`{teller.dialect.call}` and `{teller.dialect.deliberation[0]}` blocks"
    teller.story.saved.append(Saved(span, teller.dialect, Evidence(Confidence.LIKELY, related), what, node))

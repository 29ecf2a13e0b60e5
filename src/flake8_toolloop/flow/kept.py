"""What a reader keeps of deliberation: an edited text beside its signature, the signed kind without the sealed one.

A reader that keeps the signature keeps it to send it back: no screen needs one.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from flake8_toolloop.findings import Confidence
from flake8_toolloop.flow.deliberation import edited
from flake8_toolloop.flow.index import ForNode, Scope, Where, chain_of, place_of
from flake8_toolloop.flow.story import Deliberated, Evidence, KeptInPart
from flake8_toolloop.flow.values import ELEMENT, Atom, Cond, Env, Value, atoms, options

if TYPE_CHECKING:
    from flake8_toolloop.flow.tell import Teller


def tell(teller: Teller) -> None:
    """State what the file's readers keep of the deliberation of a response."""
    if teller.dialect.signature not in teller.source:
        return  # who keeps no signature keeps nothing to send back
    for scope in (teller.index.module, *teller.index.functions):
        for loop, where in scope.loops:
            if isinstance(loop, (ast.For, ast.AsyncFor)) and isinstance(loop.target, ast.Name):
                teller.within_budget(loop, lambda lo=loop, w=where: read(teller, lo, w))  # type: ignore[misc]


def read(teller: Teller, loop: ForNode, where: Where) -> None:
    value = teller.prov.eval(loop.iter, teller.prov.env_at(where))
    for option in options(value):
        atom = option.value
        if isinstance(atom, Atom) and atom.path[-1:] == teller.dialect.unit[-1:]:
            Reader(teller, loop, where.scope, (atom.root, (*atom.path, ELEMENT))).read()
            return


class Reader:
    """One loop over the blocks of a response."""

    def __init__(self, teller: Teller, loop: ForNode, scope: Scope, element: tuple[object, tuple[str, ...]]) -> None:
        self.teller = teller
        self.loop = loop
        self.scope = scope
        self.element = element
        self.signed = next(k for k in teller.dialect.kinds if k.deliberation and k.name in k.fields)
        self.sealed = next((k for k in teller.dialect.kinds if k.deliberation and k.name not in k.fields), None)

    def read(self) -> None:
        signature = [n for n in self.kept() if self.is_field(n[1], self.teller.dialect.signature)]
        if not signature or self.goes_whole():
            return
        for owner, value, node, _ in self.kept():
            if owner is not None and any(owner == o for o, *_ in signature) and self.edited_text(value):
                self.state_edit(node, edited(value) or "")
        if self.sealed is not None and not self.keeps_sealed() and not self.in_replay():
            self.state_partial(signature[0][2])

    def kept(self) -> list[tuple[str | None, Value, ast.AST, Env]]:
        """What the loop's body stores: (the object that gets it, the value, the node, the environment)."""
        if not hasattr(self, "_kept"):
            self._kept = list(self.assigned()) + list(self.passed())
        return self._kept

    def assigned(self) -> list[tuple[str | None, Value, ast.AST, Env]]:
        out: list[tuple[str | None, Value, ast.AST, Env]] = []
        for place, bindings in self.scope.bindings.items():
            for binding in bindings:
                if (
                    binding.kind == "assign"
                    and binding.value is not None
                    and self.inside(binding.where)
                    and not binding.path
                ):
                    env = self.teller.prov.env_at(binding.where)
                    owner = place.rpartition(".")[0] or None
                    out.append((owner, self.teller.prov.eval(binding.value, env), binding.value, env))
        return out

    def passed(self) -> list[tuple[str | None, Value, ast.AST, Env]]:
        out: list[tuple[str | None, Value, ast.AST, Env]] = []
        for literal in self.scope.literals:
            if self.inside(literal.where):
                env = self.teller.prov.env_at(literal.where)
                node = literal.node
                fields = node.values if isinstance(node, ast.Dict) else [k.value for k in getattr(node, "keywords", ())]
                owner = place_of(literal.node) or f"#{id(literal.node)}"
                out.extend((owner, self.teller.prov.eval(v, env), v, env) for v in fields)
        return out

    def goes_whole(self) -> bool:
        """Whether the turn itself is replayed as it came: what is kept beside it is not for the provider."""
        turn = (self.element[0], self.element[1][:-1])
        replays = [r for r in self.teller.story.replays if not r.leftover]
        return any(f.whole and any(t.source.key == turn for t in f.turns) for r in replays for f in r.alternatives)

    def inside(self, where: Where) -> bool:
        return any(f.node is self.loop for f in chain_of(where.frame))

    def is_field(self, value: Value, name: str) -> bool:
        root, path = self.element
        return any(
            isinstance(o.value, Atom) and o.value.root == root and o.value.path == (*path, name) for o in options(value)
        )

    def edited_text(self, value: Value) -> bool:
        root, path = self.element
        text = any(a.root == root and a.path == (*path, self.signed.name) for a in atoms(value))
        return text and any(edited(o.value) in CHANGING for o in options(value))

    def keeps_sealed(self) -> bool:
        """Whether some statement keeps a sealed block: its data, the block itself, or what is made of it."""
        assert self.sealed is not None
        judge = self.teller.judge.assuming(self.sealed.name, frozenset({self.element}))  # type: ignore[arg-type]
        root, path = self.element
        for call in self.scope.calls:
            if not self.inside(call.where) or call.node is self.loop.iter:
                continue
            env = self.teller.prov.env_at(call.where)
            if judge.all(tuple(Cond(t, h, env) for f in chain_of(call.where.frame) for t, h in f.tests)) is False:
                continue
            for argument in (*call.node.args, *(k.value for k in call.node.keywords)):
                found = list(atoms(self.teller.prov.eval(argument, env)))
                if any(a.root == root and a.path in (path, (*path, "data")) for a in found) and not self.only_told(
                    call.name
                ):
                    return True
        return any(
            self.is_field(v, "data") or (isinstance(v, Atom) and (v.root, v.path) == self.element)
            for _, v, _, _ in self.kept()
        )

    def only_told(self, name: str) -> bool:
        return name in (
            "getattr",
            "isinstance",
            "hasattr",
            "type",
            "debug",
            "info",
            "warning",
            "error",
            "print",
            "str",
            "len",
        )

    def in_replay(self) -> bool:
        """Whether the blocks made in the loop already stand in a replay that another rule judges."""
        start, end = self.loop.lineno, self.loop.end_lineno or self.loop.lineno
        for replay in self.teller.story.replays:
            for span in (replay.span, *(r.span for r in replay.evidence.related)):
                if start <= span.line <= end:
                    return True
        return False

    def state_edit(self, node: ast.AST, operation: str) -> None:
        span = self.teller.spans.of(node)
        if any(span in (d.span, d.edited) for d in self.teller.story.deliberations):
            return
        self.teller.story.deliberations.append(
            Deliberated(
                span=span, dialect=self.teller.dialect, kind=self.signed.name, node=node, edited=span,
                edited_text=operation, edit_node=node, evidence=Evidence(Confidence.LIKELY),
            )
        )  # fmt: skip

    def state_partial(self, node: ast.AST) -> None:
        assert self.sealed is not None
        self.teller.story.kept.append(
            KeptInPart(
                self.teller.spans.of(node),
                self.teller.dialect,
                Evidence(Confidence.LIKELY),
                self.signed.name,
                self.sealed.name,
            )
        )


CHANGING = frozenset({"strip", "lstrip", "rstrip", "replace", "slice", "lower", "upper", "sub"})

"""Tells the story of a file: evaluates its sinks and states what was found, with the facts that silence."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cached_property

from flake8_toolloop.dialects.base import Dialect
from flake8_toolloop.findings import Confidence, Related, Span
from flake8_toolloop.flow import (
    answers,
    asked,
    belated,
    between,
    broken,
    chunks,
    clients,
    cuts,
    deliberation,
    empties,
    facts,
    fields,
    firstdelta,
    firsts,
    flattened,
    identity,
    kept,
    leftovers,
    loops,
    missing,
    paths,
    readers,
    reasoned,
    reordered,
    runners,
    saved,
    scrubbed,
    shortened,
    shown,
    streams,
    strips,
    synthesised,
    turnless,
    twice,
    unreasoned,
    withheld,
    worded,
)
from flake8_toolloop.flow.conditions import EMPTY, OTHER
from flake8_toolloop.flow.cycles import Cycles
from flake8_toolloop.flow.endpoints import Spoken, spoken
from flake8_toolloop.flow.fates import Fate, FateJudge, Fates
from flake8_toolloop.flow.histories import Histories
from flake8_toolloop.flow.index import Call, Frame, Index, Scope, chain_of, place_of
from flake8_toolloop.flow.provenance import Provenance
from flake8_toolloop.flow.rewrites import Rewrite, Rewrites
from flake8_toolloop.flow.sinks import BlockSink, Instance, MessageSink, Sinks, argument_of
from flake8_toolloop.flow.spans import Spans
from flake8_toolloop.flow.story import Evidence, Replayed, Story
from flake8_toolloop.flow.values import (
    Alt,
    Atom,
    Const,
    Env,
    Option,
    Record,
    Value,
    options,
)

CHAPTERS = (
    leftovers,
    shown,
    flattened,
    answers,
    firsts,
    identity,
    belated,
    reordered,
    missing,
    runners,
    deliberation,
    scrubbed,
    kept,
    readers,
    streams,
    synthesised,
    broken,
    paths,
    strips,
    saved,
    withheld,
    twice,
    empties,
    cuts,
    loops,
    asked,
)
"""The chapters of a story after the replays, in the order in which they are told: later ones read earlier ones."""
MESSAGE_CHAPTERS = (
    fields, chunks, reasoned, answers, shortened, firsts, firstdelta, identity, worded, turnless, between, paths,
    unreasoned, withheld, cuts, loops,
)  # fmt: skip
"""The chapters where the unit is a message and not a list of blocks."""


class Teller:
    """Builds the story of one file in one dialect."""

    def __init__(self, prov: Provenance, dialect: Dialect, source: str, path: str = "") -> None:
        self.prov = prov
        self.index: Index = prov.index
        self.dialect = dialect
        self.source = source
        self.spans = Spans(source, neighbours=prov.neighbours)
        self.judge = FateJudge(prov, dialect)
        self.sinks = Sinks(prov, dialect)
        self.story = Story(dialect)
        self.seen_blocks: set[int] = set()
        self.message_sinks: list[MessageSink] = []
        self.block_sinks: list[BlockSink] = []
        self.not_followed: list[tuple[ast.AST, str]] = []
        self.replays_missing = False
        """Whether there is an assistant message whose content cost too much to follow."""
        self.path = path
        self.blocks_by_scope: dict[int, list[BlockSink]] = {}
        self.calls_by_id: dict[int, ast.Call] = {}
        self.rewritten: dict[int, list[Fates]] = {}
        self.places_changed: dict[int, dict[int, str]] = {}

    def tell(self) -> Story:
        """The story; a sink whose query costs too much is left out and noted as not followed."""
        self.within_budget(self.index.tree, lambda: clients.tell(self))
        if not self.evident():
            return self.story
        self.message_sinks = list(self.sinks.messages())
        self.block_sinks = list(self.sinks.blocks())
        if not self.dialect.whole_message:
            for sink in self.message_sinks:
                if sink.role in (None, self.dialect.assistant):
                    followed = self.within_budget(sink.content, lambda s=sink: self.replay(s))  # type: ignore[misc]
                    self.replays_missing = self.replays_missing or not followed
        for chapter in MESSAGE_CHAPTERS if self.dialect.whole_message else CHAPTERS:
            self.within_budget(self.index.tree, lambda c=chapter: c.tell(self))  # type: ignore[misc]
        return self.story

    def close(self) -> None:
        """Let go of everything: what refers to one another in circles is only found by the garbage collector."""
        self.__dict__.clear()

    @cached_property
    def histories(self) -> Histories:
        """The lists of messages of the file, joined where they are handed on."""
        return Histories(self)

    @cached_property
    def cycles(self) -> Cycles:
        """What is put into those lists, and where their cycles are open."""
        return Cycles(self, self.histories)

    @cached_property
    def said(self) -> Spoken:
        """The servers that the file speaks to, as far as it says so."""
        return spoken(self)

    @cached_property
    def rewrites(self) -> list[Rewrite]:
        """The stored messages that get a new content."""
        return list(Rewrites(self).found())

    def contents_of(self, rewrite: Rewrite) -> list[Fates]:
        """What becomes of the blocks of a stored turn that gets a new content."""
        found = self.rewritten.get(id(rewrite))
        if found is None:
            found = []
            for instance in self.sinks.instances(rewrite.where):
                found += self.judge.fates(self.prov.eval(rewrite.content, instance.env), (), ())
            self.rewritten[id(rewrite)] = found
        return found

    def blocks_of(self, scope: Scope) -> list[BlockSink]:
        """The block sinks of one function."""
        if not self.blocks_by_scope:
            for block in self.block_sinks:
                self.blocks_by_scope.setdefault(id(block.scope), []).append(block)
        return self.blocks_by_scope.get(id(scope), [])

    def within_budget(self, node: ast.AST, step: Callable[[], None]) -> bool:
        """Run one query with a budget of its own; what costs too much is noted, and what was stated before stays."""
        done = self.prov.within_budget(step)
        if not done:
            self.not_followed.append((node, "to follow this cost too much"))
        return done

    def evident(self) -> bool:
        """Whether the file speaks this dialect: an import, or words of its wire that no other dialect has."""
        imported = {module.split(".")[0] for module in self.index.imports.values()}
        if imported & set(self.dialect.modules):
            return True
        calls = {self.dialect.calls_field, self.dialect.old_calls_field} - {""}
        roles = {self.dialect.result, self.dialect.old_result, self.dialect.assistant}
        if calls & self.index.attributes and roles & self.index.strings:
            return True
        pieces = {self.dialect.delta, self.dialect.unit[0], self.dialect.calls_field}
        if self.dialect.delta and pieces <= self.index.attributes | self.index.strings:
            return True
        return bool(self.index.strings & set(self.dialect.wire_words)) or any(
            literal.keys >= set(keys) for literal in self.index.literals for keys in self.dialect.wire_keys
        )

    # -- replays -----------------------------------------------------------------------------------------------------
    def replay(self, sink: MessageSink) -> None:
        """State what an assistant message is made of, in its own context and through its callers."""
        found: list[tuple[Instance, list[Fates]]] = []
        for up in (0, 1, 2):
            instances = [i for i in self.sinks.instances(sink.where, up=up) if self.may_be_assistant(sink, i)]
            here = [(i, self.alternatives(sink, i)) for i in instances]
            here = [(i, a) for i, a in here if a]
            decided = any(self.decided(a) for _, a in here)
            if decided or not found:
                found = here
            if decided:
                break
        groups: dict[tuple[int, ...], list[tuple[Instance, list[Fates]]]] = {}
        for instance, alternatives in found:
            groups.setdefault(tuple(id(s) for s in instance.sites), []).append((instance, alternatives))
        for group in groups.values():
            self.state_replay(sink, group)

    def may_be_assistant(self, sink: MessageSink, instance: Instance) -> bool:
        """Whether the role can be the assistant's where the sink is reached like this: a caller may say another."""
        return sink.role is not None or self.sinks.role_in(sink, instance.env) in (None, self.dialect.assistant)

    def alternatives(self, sink: MessageSink, instance: Instance) -> list[Fates]:
        value = self.content_value(sink, instance)
        alone = self.judge.fates(value, (), ())
        if all(f.whole and f.turns and all(c.of(t) for t in f.turns for c in f.by_kind[OTHER]) for f in alone):
            return alone  # what the blocks around it test does not matter to a turn that goes whole
        held = {id(test) for frame in gathered_in(sink) for test, _ in frame.tests}
        conds = tuple(c for c in instance.conds if id(c.test) not in held)
        return self.judge.fates(value, conds, instance.loops)

    def content_value(self, sink: MessageSink, instance: Instance) -> Value:
        env = instance.env
        if sink.place is not None:
            place = f"{sink.place}.{self.dialect.unit[-1]}"
            touched = list(sink.scope.mutations.get(place, ())) + [
                m for m in sink.scope.mutations.get(sink.place, ()) if m.op == "set" and m.key == self.dialect.unit[-1]
            ]
            if touched:
                last = max(m.where.order for m in touched)
                late = replace(env, order=last + 0.5)
                record = self.prov.eval(sink.literal.node, env)
                base = record.get(self.dialect.unit[-1]) if isinstance(record, Record) else None
                sets = [m for m in touched if m.op == "set" and m.place == sink.place]
                values = [Const(None)] if base is None else [base]
                alternatives = [Option(v) for v in values if not (isinstance(v, Const) and v.value is None)]
                for mutation in sets:
                    if self.prov.may_reach(mutation.where, late, sink.where):
                        value = self.prov.eval(mutation.args[1], self.prov.moved(env, mutation.where))
                        conds = self.prov.conds_since(mutation.where, sink.where, env)
                        if not conds:
                            alternatives = []
                        alternatives.append(Option(value, conds))
                merged: Value = (
                    alternatives[0].value if len(alternatives) == 1 else Alt(tuple(alternatives), sink.content)
                )
                return self.prov.with_mutations(place, merged, late, sink.where)
        filled = self.filled_in_list(sink, env)
        return filled if filled is not None else self.prov.eval(sink.content, env)

    def filled_in_list(self, sink: MessageSink, env: Env) -> Value | None:
        """The content of a message that is filled where it stands: ``history[-1]["content"].append(...)``."""
        suffix = f"[-1].{self.dialect.unit[-1]}"
        if sink.place is not None or not any(place.endswith(suffix) for place in sink.scope.mutations):
            return None
        place = self.history_place(sink)
        if place is None or place[0] is not sink.scope:
            return None
        last = f"{place[1]}[-1].{self.dialect.unit[-1]}"
        after = sink.where.order
        if not any(m.where.order > after for m in sink.scope.mutations.get(last, ())):
            return None  # most messages: what else happens to the list need not be looked at
        following = [
            m.where.order
            for m in sink.scope.mutations.get(place[1], ())
            if m.where.order > after and not any(n is sink.literal.node for a in m.args for n in ast.walk(a))
        ]
        within = [
            m.where.order
            for m in sink.scope.mutations.get(last, ())
            if after < m.where.order < min(following, default=float("inf"))
        ]
        if not within:
            return None
        late = replace(env, order=max(within) + 0.5)
        return self.prov.with_mutations(last, self.prov.eval(sink.content, env), late, sink.where)

    def decided(self, alternatives: list[Fates]) -> bool:
        """Whether a content says something of itself: a turn is in sight, or blocks are made."""
        for fates in alternatives:
            if fates.turns:
                return True
            for part in fates.parts:
                for option in options(part.value):
                    if isinstance(option.value, Record) and self.judge.kind_of(option.value) is not None:
                        return True
        return False

    def state_replay(self, sink: MessageSink, group: list[tuple[Instance, list[Fates]]]) -> None:
        alternatives = group[0][1] if len(group) == 1 else self.summed(group)
        if not alternatives:
            return
        instance = group[0][0]
        content = self.reported(sink, instance)
        for fates in alternatives:
            for part in fates.parts:
                for option in options(part.value):
                    if isinstance(option.value, Record) and option.value.node is not None:
                        self.seen_blocks.add(id(option.value.node))
        place = self.history_place(sink)
        related = (*self.related(alternatives, instance, content), *self.way_on(sink, instance, place))
        certain = any(t.certain for f in alternatives for t in f.turns)
        event = Replayed(
            span=self.spans.of(content),
            dialect=self.dialect,
            alternatives=alternatives,
            evidence=Evidence(Confidence.CERTAIN if certain else Confidence.LIKELY, related),
            content_node=content,
            message_node=sink.literal.node,
            assistant=(sink.role or self.sinks.role_in(sink, instance.env)) == self.dialect.assistant,
            where=sink.where,
            sites=instance.sites,
            place=place,
        )
        facts.of_replay(self, sink, event)
        self.state_gate(event)
        self.story.replays.append(event)

    def state_gate(self, event: Replayed) -> None:
        for fates in event.alternatives:
            for kind in self.dialect.deliberation:
                if fates.fate(kind) >= Fate.INCOMPLETE and fates.by_kind.get(kind + EMPTY) == []:
                    gate = self.judge.gate(fates, kind)
                    if gate is not None:
                        event.gate, event.gate_node = self.spans.of(gate), gate

    def summed(self, group: list[tuple[Instance, list[Fates]]]) -> list[Fates]:
        """One alternative from the parts that several loop states add to the same history."""
        if any(len(alternatives) != 1 for _, alternatives in group):
            return [f for _, alternatives in group for f in alternatives]
        parts = tuple(p for _, alternatives in group for p in alternatives[0].parts)
        return [self.judge.of_parts(parts, ())]

    def reported(self, sink: MessageSink, instance: Instance) -> ast.expr:
        """The expression that one would edit: the argument of the outermost call that hands the content on."""
        return self.handed(sink.content, sink.scope, instance.sites)

    def handed(self, node: ast.expr, scope: Scope, sites: tuple[ast.Call, ...]) -> ast.expr:
        """The argument that a parameter stands for, where it was reached through these calls; else the node itself."""
        for site in reversed(sites):
            if not isinstance(node, ast.Name) or node.id not in scope.params:
                break
            argument = argument_of(scope, node.id, site)
            if argument is None:
                break
            node = argument
            where = self.index.where.get(id(site))
            if where is None:
                break
            scope = where.scope
        return node

    def related(self, alternatives: list[Fates], instance: Instance, content: ast.expr) -> Iterator[Related]:
        """The way of the turn: the model call, the filter or rebuild, the replay through helpers."""
        seen: set[Span] = {self.spans.of(content)}

        def place(role: str, node: ast.AST | None, message: str) -> Iterator[Related]:
            if node is None or not hasattr(node, "lineno"):
                return
            span = self.spans.of(node)
            if span not in seen:
                seen.add(span)
                yield Related(role, span, message)

        for fates in alternatives:
            for turn in fates.turns:
                call = self.node_of(turn.source) or self.prov.call_elsewhere(turn.source.root)
                if call is not None:
                    yield from place("model call", call, "the turn is received here")
            for part in fates.parts:
                for option in options(part.value):
                    record = option.value
                    if isinstance(record, Record):
                        kind = self.judge.kind_of(record)
                        if kind is not None:
                            yield from place("rebuild", record.node, f"a `{kind}` block is made here")
                if part.conds:
                    yield from place("filter", part.node, "blocks are chosen here")
        for site in instance.sites:
            yield from place("replay", site, "the content is handed on here")

    def way_on(self, sink: MessageSink, instance: Instance, place: tuple[Scope, str] | None) -> Iterator[Related]:
        """The message that takes the content, and the request that sends the history."""
        node = sink.literal.node
        statement = self.index.where[id(node)].statement if id(node) in self.index.where else None
        taking = statement if isinstance(statement, (ast.Expr, ast.AugAssign)) else node
        what = "the message is made here" if place is None else f"the message enters `{place[1]}` here"
        yield Related("replay", self.spans.of(taking), what)
        if place is None:
            for site in self.sinks.sites(sink.scope)[:4] if sink.scope.is_function and not instance.sites else ():
                yield Related("replay", self.spans.of(site.node), "what is made is used here")
            return
        for call in place[0].calls:
            sent = [k.value for k in call.node.keywords if k.arg == "messages"] + list(call.node.args)
            if any(place_of(a) == place[1] for a in sent) and self.is_request(call):
                yield Related("next request", self.spans.of(call.node), f"`{place[1]}` is sent here")
                return

    def is_request(self, call: Call) -> bool:
        value = self.prov.eval(call.node, self.prov.env_at(call.where))
        return any(isinstance(o.value, Atom) and o.value.root.kind == "model" for o in options(value))

    def history_place(self, sink: MessageSink) -> tuple[Scope, str] | None:
        """The list that a message is appended to, with the function that it belongs to."""
        node: ast.AST | None = sink.literal.node
        name = self.sinks.bound_to(sink.literal.node)
        changed = self.changed_by(sink.scope)
        while node is not None and isinstance(node, (ast.expr, ast.keyword, ast.AugAssign)):
            if id(node) in changed:
                return sink.scope, changed[id(node)]
            node = self.index.parent(node)
        if name is not None:
            for place, mutations in sink.scope.mutations.items():
                for mutation in mutations:
                    if place != name and any(isinstance(a, ast.Name) and a.id == name for a in mutation.args):
                        return sink.scope, place
        return None

    def changed_by(self, scope: Scope) -> dict[int, str]:
        """The place that each expression or statement of a function changes, by the id of its node."""
        known = self.places_changed.get(id(scope))
        if known is None:
            known = {}
            for place, mutations in scope.mutations.items():
                for mutation in mutations:
                    known.setdefault(id(mutation.node), place)
            self.places_changed[id(scope)] = known
        return known

    def node_of(self, atom: Atom) -> ast.AST | None:
        """The request that an atom comes from."""
        if atom.root.kind not in ("model", "call"):
            return None
        if not self.calls_by_id:
            self.calls_by_id = {id(c.node): c.node for calls in self.index.calls_by_name.values() for c in calls}
        own = self.calls_by_id.get(atom.root.at)
        return own or (atom.node if isinstance(atom.node, ast.Call) and id(atom.node) == atom.root.at else None)

    def text_of(self, node: ast.AST) -> str:
        return ast.get_source_segment(self.source, node) or ast.unparse(node)


def gathered_in(sink: MessageSink) -> list[Frame]:
    """The blocks of a loop, around a message, in whose rounds its content is gathered: a list older than the loop.

    What is tested there of the element of one round says nothing of those that are in the list already.
    """
    if not isinstance(sink.content, ast.Name):
        return []
    frames = chain_of(sink.where.frame)
    given = [b.where.frame for b in sink.scope.bindings.get(sink.content.id, ()) if b.kind == "assign"]
    for number, frame in enumerate(frames):
        if frame.kind == "for" and frame.branch == "body" and not all(frame in chain_of(g) for g in given):
            return frames[number:] if given else []
    return []

"""What the next request of a cycle sends differently: a clock in the system text, tools that depend on the round,
a message that is put in and taken out again, deliberation that is on for the first request only.

Only what changes for a reason in sight counts: a clock, chance, the loop's counter, a name that the loop sets again.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from flake8_toolloop.findings import Confidence, Related
from flake8_toolloop.flow.index import Binding, Frame, Mutation, Scope, Where, beyond, dotted, exclusive, place_of
from flake8_toolloop.flow.sinks import argument_of
from flake8_toolloop.flow.story import Changed, Evidence
from flake8_toolloop.flow.values import Func

if TYPE_CHECKING:
    from flake8_toolloop.flow.asked import Cycle, Request
    from flake8_toolloop.flow.story import Requested
    from flake8_toolloop.flow.tell import Teller

CLOCKS = frozenset(
    {"datetime.datetime.now", "datetime.datetime.utcnow", "time.time", "time.time_ns", "time.monotonic", "time.ctime",
     "time.asctime", "time.strftime", "time.localtime", "time.gmtime", "uuid.uuid1", "uuid.uuid4", "random.random",
     "random.choice", "random.choices", "random.sample", "random.randint", "random.shuffle", "secrets.token_hex",
     "secrets.token_urlsafe", "pendulum.now", "arrow.now", "arrow.utcnow", "django.utils.timezone.now"}
)  # fmt: skip
COUNTING = frozenset({"range", "count", "enumerate"})
GROWTH = frozenset({"append", "extend", "insert", "pop", "remove", "clear", "sort", "reverse", "iadd"})
DAY = frozenset({"date", "year", "month", "day", "weekday", "isoweekday", "today"})
TIME_OF_DAY = re.compile(r"%[-_]?[HIMSfpXcsTRr]")
MAX_DEPTH = 4

Reason = tuple[ast.AST, str]


def rewritten(teller: Teller, request: Request, event: Requested) -> None:
    """State what stands before the turn and differs between the requests of the cycle."""
    renewal = Renewal(teller, request)
    if not renewal.history_lives():
        return
    dialect = teller.dialect
    for name, what in ((dialect.system, "the system text"), (dialect.tools, "the list of tools")):
        node = request.fields.get(name)
        reason = renewal.first(node) if node is not None else None
        if node is not None and reason is not None:
            event.rewritten.append(renewal.stated(node, what, reason))
    event.rewritten.extend(renewal.grown_tools())
    event.rewritten.extend(renewal.passing_messages())
    event.rewritten.extend(renewal.earlier_messages())


def switched(teller: Teller, request: Request, event: Requested) -> None:
    """State how the setting of deliberation depends on the round."""
    renewal = Renewal(teller, request)
    if not renewal.history_lives():
        return
    switch = teller.dialect.switch
    node = request.fields.get(switch)
    reason = renewal.first(node) if node is not None else None
    if node is not None and reason is not None:
        event.switched.append(renewal.stated(node, f"`{switch}`", reason))
        return
    cycle = request.cycle
    if cycle is None or request.spread is None or request.scope is not cycle.scope:
        return
    for mutation in request.changes_to(request.spread):
        if sets_key(mutation, switch) and renewal.differs(mutation):
            why = "it is changed in the loop"
            event.switched.append(renewal.stated(mutation.node, f"`{switch}`", (mutation.node, why)))
            return


def switched_between(teller: Teller, earlier: list[Request], request: Request, event: Requested) -> None:
    """State that a request carries on the cycle of another one with deliberation off where that had it on."""
    if event.switched or request.open or request.history is None:
        return
    switch, model = teller.dialect.switch, teller.dialect.model
    for first in earlier:
        if first.scope is not request.scope or first.history != request.history or first.open:
            continue
        between = [w for w in request.marks if w.scope is request.scope and follows(first, w, request)]
        if not between or not same_field(first, request, model):
            continue
        if first.deliberates is True and request.deliberates is False:
            related = Related("model call", teller.spans.of(first.node), "the request that begins the cycle has it")
            why = "the request before it in the same cycle has it"
            node = request.fields.get(switch, request.node)
            evidence = Evidence(Confidence.LIKELY, (related,))
            event.switched.append(Changed(teller.spans.of(node), f"`{switch}`", why, evidence))
            return


def follows(first: Request, mark: Where, second: Request) -> bool:
    """Whether a turn is replayed or answered on a way from one request to another."""
    here, there = first.call.where, second.call.where
    if exclusive(here.frame, there.frame) or exclusive(here.frame, mark.frame) or exclusive(mark.frame, there.frame):
        return False
    return here.order < mark.order < there.order


def same_field(a: Request, b: Request, name: str) -> bool:
    mine, other = a.fields.get(name), b.fields.get(name)
    return mine is not None and other is not None and ast.dump(mine) == ast.dump(other)


def sets_key(mutation: Mutation, key: str) -> bool:
    """Whether a mutation sets or removes this key of a dict."""
    if mutation.op in ("set", "del"):
        return mutation.key == key
    first = mutation.args[0] if mutation.args else None
    return mutation.op == "pop" and isinstance(first, ast.Constant) and first.value == key


class Renewal:
    """What differs between the requests of one cycle, and why."""

    def __init__(self, teller: Teller, request: Request) -> None:
        assert request.cycle is not None
        self.teller = teller
        self.request = request
        self.cycle: Cycle = request.cycle
        self.seen: set[int] = set()

    def stated(self, node: ast.AST, what: str, reason: Reason) -> Changed:
        at = self.teller.spans.of(reason[0])
        span = self.teller.spans.of(node)
        related = () if at == span else (Related("rebuild", at, reason[1]),)
        return Changed(span, what, reason[1], Evidence(Confidence.LIKELY, related))

    def first(self, node: ast.expr) -> Reason | None:
        self.seen = set()
        return next(self.reasons(node, self.request.scope, 0), None)

    # -- the history -------------------------------------------------------------------------------------------------
    def history_lives(self) -> bool:
        """Whether the history goes on from round to round: it is not begun anew in the loop."""
        place = self.history_place()
        if place is None or self.request.scope is not self.cycle.scope:
            return self.request.scope is not self.cycle.scope
        root = place.split(".")[0].split("[")[0]
        anew = [
            b
            for name in {place, root}
            for b in self.cycle.scope.bindings.get(name, ())
            if self.cycle.surrounds(b.where) and b.value is not None and not mentions(b.value, place)
        ]
        return not anew

    def history_place(self) -> str | None:
        """The list that the messages are taken from, where something is added for one request."""
        node = self.request.fields.get(self.teller.dialect.messages)
        base = self.combined(node)[0] if node is not None else None
        return place_of(base) if base is not None else None

    def combined(self, node: ast.expr) -> tuple[ast.expr, list[ast.expr]]:
        """The list that stands first in a sum or a list, and what follows it."""
        place = place_of(node)
        found = [b for b in self.cycle.scope.bindings.get(place or "", ()) if self.cycle.surrounds(b.where)]
        if len(found) == 1 and isinstance(found[0].value, (ast.BinOp, ast.List)) and not found[0].path:
            inner = self.combined(found[0].value)
            if place_of(inner[0]) != place:
                return inner
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add) and isinstance(node.right, ast.List):
            return node.left, list(node.right.elts)
        if isinstance(node, ast.List) and node.elts and isinstance(node.elts[0], ast.Starred):
            return node.elts[0].value, list(node.elts[1:])
        return node, []

    def passing_messages(self) -> Iterator[Changed]:
        """A message that only one request sees: added to what is sent, never to the history."""
        node = self.request.fields.get(self.teller.dialect.messages)
        base, added = self.combined(node) if node is not None else (None, [])
        place = place_of(base) if base is not None else None
        if place is not None and self.request.scope is self.cycle.scope:
            grown = self.request.changes_to(place)
            if grown and added and all(self.passes(a, grown) for a in added):
                yield self.stated(added[0], "a message", (added[0], "it is sent once and missing from the history"))
            yield from self.taken_out(place)

    def passes(self, node: ast.expr, grown: Iterable[Mutation]) -> bool:
        """Whether an added message is made here and goes into the history nowhere."""
        if isinstance(node, ast.Dict):
            return not any(ast.dump(a) == ast.dump(node) for m in grown for a in m.args)
        if not isinstance(node, ast.Name) or any(mentions(a, node.id) for m in grown for a in m.args):
            return False
        return all(isinstance(b.value, ast.Dict) for b in self.request.scope.bindings.get(node.id, ())) and bool(
            self.request.scope.bindings.get(node.id)
        )

    def taken_out(self, place: str) -> Iterator[Changed]:
        """A message that is appended before the request and taken out after it."""
        changes = self.request.changes_to(place)
        order = self.request.call.where.order
        before = [m for m in changes if m.where.order < order]
        after = [m for m in changes if m.where.order > order]
        if not before or not after or before[-1].op != "append" or after[0].op != "pop" or after[0].args:
            return
        put, out = before[-1], after[0]
        made = put.args and isinstance(put.args[0], ast.Dict)
        if made and in_handler(out.where.frame) is False and out.where.frame is put.where.frame:
            yield self.stated(put.node, "a message", (out.node, "it is taken out again after the request"))

    def earlier_messages(self) -> Iterator[Changed]:
        """A message at the head of the history that is changed in the loop, or put in front."""
        place = self.history_place()
        if place is None or self.request.scope is not self.cycle.scope:
            return
        for name, mutations in self.cycle.scope.mutations.items():
            for mutation in mutations:
                if not self.cycle.surrounds(mutation.where) or in_handler(mutation.where.frame):
                    continue
                if at_head(name, place, mutation) and self.differs(mutation):
                    yield self.stated(mutation.node, "an earlier message", (mutation.node, "it is changed in the loop"))
                    return

    def grown_tools(self) -> Iterator[Changed]:
        """Tools that are added or taken away while the cycle goes on."""
        node = self.request.fields.get(self.teller.dialect.tools)
        place = place_of(node) if node is not None else None
        if place is None or self.request.scope is not self.cycle.scope:
            return
        if any(self.cycle.surrounds(b.where) for b in self.cycle.scope.bindings.get(place, ())):
            return  # made anew in the loop: what is put into it there is not added to the last round's
        for mutation in self.request.changes_to(place):
            if mutation.op in GROWTH and not in_handler(mutation.where.frame):
                yield self.stated(mutation.node, "the list of tools", (mutation.node, "it is changed in the loop"))
                return

    def differs(self, mutation: Mutation) -> bool:
        """Whether a change makes the next request differ from the last one: it comes late, or depends on the round."""
        if in_handler(mutation.where.frame):
            return False
        if mutation.op in ("iadd", "append", "insert") or mutation.where.order > self.request.call.where.order:
            return True
        self.seen = set()
        tests = [t for f in beyond(mutation.where.frame, self.cycle.frame) for t, _ in f.tests]
        asked = [*mutation.args, *(t for t in tests if isinstance(t, ast.expr))]
        return any(True for node in asked for _ in self.reasons(node, mutation.where.scope, 0))

    # -- reasons -----------------------------------------------------------------------------------------------------
    def reasons(self, node: ast.expr, scope: Scope, depth: int) -> Iterator[Reason]:
        """Why an expression that is computed for each request may give another value each time."""
        if self.of_the_day(node):
            return
        if isinstance(node, ast.Call):
            yield from self.of_call(node, depth)
        place = place_of(node)
        if place is not None:
            yield from self.of_place(node, place, scope, depth)
            return
        for child in ast.iter_child_nodes(node):
            inner = child.value if isinstance(child, ast.keyword) else child
            if isinstance(inner, ast.expr) and not isinstance(inner, ast.Lambda):
                yield from self.reasons(inner, scope, depth)

    def of_call(self, node: ast.Call, depth: int) -> Iterator[Reason]:
        name = self.imported(dotted(node.func))
        if name in CLOCKS:
            if name != "time.strftime" or shows_time(node):
                yield node, f"`{dotted(node.func)}()` gives another value each time"
            return
        where = self.teller.index.where.get(id(node))
        if depth >= MAX_DEPTH or where is None or node.func is None:
            return
        if (node.func.attr if isinstance(node.func, ast.Attribute) else dotted(node.func)) in self.teller.index.by_name:
            callee = self.teller.prov.value_at(node.func, where)
            if isinstance(callee, Func) and not cached(callee.scope):
                yield from self.of_function(callee.scope, depth)

    def of_function(self, scope: Scope, depth: int) -> Iterator[Reason]:
        if id(scope) in self.seen:
            return
        self.seen.add(id(scope))
        for exit_ in scope.returns:
            if exit_.value is not None:
                yield from self.reasons(exit_.value, scope, depth + 1)

    def of_place(self, node: ast.expr, place: str, scope: Scope, depth: int) -> Iterator[Reason]:
        root = place.split(".", maxsplit=1)[0].split("[", maxsplit=1)[0]
        if place != root:
            yield from self.of_property(node, scope, depth)
        for name in {place, root}:
            if scope is self.cycle.scope:
                yield from self.of_round(node, name, scope, depth)
            elif scope.is_function and name not in scope.params:
                for binding in scope.bindings.get(name, ()):
                    yield from self.of_binding(binding, depth)
            elif name in scope.params and scope is self.request.scope:
                yield from self.of_argument(name, depth)

    def of_argument(self, name: str, depth: int) -> Iterator[Reason]:
        """A parameter of the function that makes the request: what the loop gives for it."""
        for site in self.teller.sinks.sites(self.request.scope):
            given = argument_of(self.request.scope, name, site.node)
            if given is not None and self.cycle.surrounds(site.where):
                yield from self.reasons(given, self.cycle.scope, depth + 1)

    def of_property(self, node: ast.expr, scope: Scope, depth: int) -> Iterator[Reason]:
        """``self.prompt`` where that is a property of the class."""
        owner = scope.enclosing_class()
        if owner is None or not isinstance(node, ast.Attribute) or dotted(node.value) != scope.self_name():
            return
        method = owner.method(node.attr)
        decorators = getattr(method.node, "decorator_list", ()) if method is not None else ()
        if method is not None and any(dotted(d) == "property" for d in decorators) and depth < MAX_DEPTH:
            yield from self.of_function(method, depth)

    def of_round(self, node: ast.expr, name: str, scope: Scope, depth: int) -> Iterator[Reason]:
        """A name of the function with the loop: what the loop does to it."""
        inside = [b for b in scope.bindings.get(name, ()) if self.cycle.surrounds(b.where)]
        outside = [b for b in scope.bindings.get(name, ()) if not self.cycle.surrounds(b.where) and b.kind != "param"]
        given = any(b.kind == "param" for b in scope.bindings.get(name, ()))
        for binding in inside:
            if binding.node is self.cycle.loop and self.counts(binding):
                yield node, f"`{name}` counts the rounds"
            elif (outside or given) and self.set_again(binding, outside, name):
                yield binding.node or node, f"`{name}` is set again in the loop"
            else:
                yield from self.of_binding(binding, depth)
        if not inside and any(
            m.op in ("iadd", "iop") and self.cycle.surrounds(m.where) for m in scope.mutations.get(name, ())
        ):
            yield node, f"`{name}` changes with each round"

    def of_binding(self, binding: Binding, depth: int) -> Iterator[Reason]:
        if id(binding) in self.seen or not isinstance(binding.value, ast.expr) or binding.kind != "assign":
            return
        self.seen.add(id(binding))
        yield from self.reasons(binding.value, binding.where.scope, depth)

    def counts(self, binding: Binding) -> bool:
        """Whether the loop's target is a number: ``for step in range(n)``."""
        value = binding.value
        if not isinstance(value, ast.Call) or dotted(value.func).split(".")[-1] not in COUNTING:
            return False
        return dotted(value.func).split(".")[-1] != "enumerate" or binding.path == ("0",)

    def set_again(self, binding: Binding, outside: list[Binding], name: str) -> bool:
        """Whether a name has another value from a later round on: it is set after the request, or not in each round."""
        if binding.kind != "assign" or binding.path or not isinstance(binding.value, ast.expr):
            return False
        frames = beyond(binding.where.frame, self.cycle.frame)
        if in_handler(binding.where.frame) or (mentions(binding.value, name) and not frames):
            return False
        if any(mentions(t, name) for f in frames for t, _ in f.tests if isinstance(t, ast.expr)):
            return False  # filled in where it is missing
        if any(isinstance(b.value, ast.expr) and ast.dump(b.value) == ast.dump(binding.value) for b in outside):
            return False
        if binding.where.order > self.request.call.where.order:
            return True
        tests = [t for f in frames if f.kind == "if" for t, _ in f.tests if isinstance(t, ast.expr)]
        return any(True for t in tests for _ in self.reasons(t, binding.where.scope, MAX_DEPTH))

    # -- clocks ------------------------------------------------------------------------------------------------------
    def imported(self, name: str) -> str:
        """A dotted name with what it was imported as."""
        first, dot, rest = name.partition(".")
        return f"{self.teller.index.imports.get(first, first)}{dot}{rest}"

    def of_the_day(self, node: ast.expr) -> bool:
        """Whether only the day of a point in time is used: that differs once a day."""
        parent = self.teller.index.parent(node)
        field = node if isinstance(node, ast.Attribute) else parent
        if isinstance(field, ast.Attribute):
            call = self.teller.index.parent(field)
            asked = field.attr == "strftime" and isinstance(call, ast.Call) and not shows_time(call)
            if asked or field.attr in DAY:
                return True
        if isinstance(parent, ast.FormattedValue) and isinstance(parent.format_spec, ast.JoinedStr):
            texts = [v.value for v in parent.format_spec.values if isinstance(v, ast.Constant)]
            return any("%" in str(t) for t in texts) and not any(TIME_OF_DAY.search(str(t)) for t in texts)
        return False


def shows_time(call: ast.Call) -> bool:
    """Whether ``strftime`` is asked for more than the day; a format that is not in sight is taken for the day's."""
    texts = [a.value for a in call.args if isinstance(a, ast.Constant) and isinstance(a.value, str)]
    return any(TIME_OF_DAY.search(text) for text in texts)


def at_head(name: str, history: str, mutation: Mutation) -> bool:
    """Whether a mutation changes the first message of a history, or puts one before it."""
    if name == history:
        first = mutation.args[0] if mutation.args else None
        number = first.value if isinstance(first, ast.Constant) else None
        return isinstance(number, int) and number <= 1 and mutation.op in ("insert", "set")
    return (
        name.startswith(f"{history}[0]")
        and mutation.op in ("set", "iadd", "append", "insert")
        and (mutation.key != "cache_control")
    )


def mentions(node: ast.AST, place: str) -> bool:
    return any(place_of(n) == place for n in ast.walk(node) if isinstance(n, (ast.Name, ast.Attribute, ast.Subscript)))


def in_handler(frame: Frame | None) -> bool:
    """Whether a block handles an exception."""
    while frame is not None:
        if frame.kind == "try" and frame.branch.startswith("handler"):
            return True
        frame = frame.parent
    return False


def cached(scope: Scope) -> bool:
    """Whether a function is computed once: by a decorator that says so."""
    return any(
        "cache" in dotted(d.func if isinstance(d, ast.Call) else d).lower()
        for d in getattr(scope.node, "decorator_list", ())
    )

"""Whether a value comes from a turn, from another source, or from nowhere but the code's own words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flake8_toolloop.fixes.missing import fields
from flake8_toolloop.flow.provenance import OverBudgetError
from flake8_toolloop.flow.values import Alt, Atom, Const, Listing, Made, Record, Text, atoms, options

if TYPE_CHECKING:
    from flake8_toolloop.fixes.reach import Key
    from flake8_toolloop.flow.values import Part, Value

_MOST = 4000


class Belonging:
    """Asks values whether they come from one of some turns; each value is looked at once."""

    def __init__(self, keys: frozenset[Key]) -> None:
        self.keys = keys
        self._known: dict[int, tuple[Value, bool | None]] = {}

    def of(self, value: Value) -> bool | None:
        """Whether a value comes from the turn; None where it comes from nowhere else either."""
        known = self._known.get(id(value))
        if known is None:
            if len(self._known) >= _MOST:
                raise OverBudgetError
            self._known[id(value)] = (value, None)  # a value that holds itself says nothing new of itself
            known = (value, self._of(value))
            self._known[id(value)] = known
        return known[1]

    def _of(self, value: Value) -> bool | None:
        if isinstance(value, Atom):
            if any(is_part(value, key) for key in self.keys):
                return True
            inputs = [self.of(inner) for inner in value.inputs]
            if any(inputs):
                return True
            return False if value.root.kind in ("param", "attr", "model") else None
        if isinstance(value, Record):
            return True if self.record(value) else None if is_constant(value) else False
        verdicts = [self.of(each) for each in _inner(value)]
        return False if False in verdicts else any(verdicts) or None

    def touches(self, value: Value) -> bool:
        """Whether something in a value comes from the turn, whatever else is in it."""
        seen: dict[int, Value] = {}
        todo = [value]
        while todo:
            each = todo.pop()
            if id(each) in seen:
                continue
            if len(seen) >= _MOST:
                raise OverBudgetError
            seen[id(each)] = each
            if isinstance(each, Atom):
                if any(is_part(each, key) for key in self.keys):
                    return True
                todo += each.inputs
            elif isinstance(each, Record):
                todo += [*each.spreads, *(v for name in fields(each) if (v := each.get(name)) is not None)]
            else:
                todo += _inner(each)
        return False

    def record(self, record: Record) -> bool:
        """Whether a block is made of the turn: some of it is, and nothing of it comes from another source."""
        members = [v for name in fields(record) if (v := record.get(name)) is not None]
        verdicts = [self.of(value) for value in (*members, *record.spreads)]
        return any(verdicts) and False not in verdicts

    def part(self, value: Value, part: Part) -> bool:
        """Whether a part is the turn's, or said of it."""
        through = {o.value.key for loop in part.loops for o in options(loop) if isinstance(o.value, Atom)}
        looped = bool(through & self.keys)
        if isinstance(value, Record):
            return self.record(value) or (looped and is_constant(value))
        verdict = self.of(value)
        return verdict if verdict is not None else looped and not is_constant(value)


def _inner(value: Value) -> list[Value]:
    if isinstance(value, Text):
        return list(value.parts)
    if isinstance(value, Made):
        return [value.base]
    if isinstance(value, Listing):
        return [part.value for part in value.parts]
    return [option.value for option in options(value)] if isinstance(value, Alt) else []


def is_constant(value: Value) -> bool:
    """Whether a value is the code's own words."""
    if isinstance(value, Record):
        return not value.spreads and all(is_constant(v) for name in value.fields if (v := value.get(name)) is not None)
    return isinstance(value, Const) or (isinstance(value, Text) and not list(atoms(value)))


def is_part(atom: Atom, key: Key) -> bool:
    """Whether something is the turn, or reached from it."""
    root, path = key
    return atom.root == root and (root.kind == "model" or atom.path[: len(path)] == path)

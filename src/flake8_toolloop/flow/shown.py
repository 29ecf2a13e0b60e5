"""What is only shown: a lossy message beside a whole replay of the same turn goes to a screen, a log or a report.

Decided by structure: the same turn goes back whole on the same path, or the message is put into another list than the
one that the function's request sends and that gets the turns.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from flake8_toolloop.flow.index import Frame, Scope, exclusive, place_of
from flake8_toolloop.flow.story import Replayed
from flake8_toolloop.flow.values import Atom, Func, Root

if TYPE_CHECKING:
    from flake8_toolloop.flow.tell import Teller

Key = tuple[Root, tuple[str, ...]]


def tell(teller: Teller) -> None:
    """Mark the replays that are only shown."""
    whole: list[tuple[Scope, Frame | None, Key]] = []
    for replay in teller.story.replays:
        if replay.where is None or replay.leftover:
            continue
        for fates in replay.alternatives:
            if fates.whole:
                scope, frame = where_handed(teller, replay)
                whole.extend((scope, frame, turn.source.key) for turn in fates.turns)
    for replay in teller.story.replays:
        if replay.where is not None and (replay.leftover or not any(f.whole for f in replay.alternatives)):
            node = replay.content_node or teller.index.tree
            known = teller.within_budget(node, lambda r=replay: mark(teller, r, whole))  # type: ignore[misc]
            replay.only_shown = replay.only_shown or not known


def mark(teller: Teller, replay: Replayed, whole: list[tuple[Scope, Frame | None, Key]]) -> None:
    replay.only_shown = replay.only_shown or beside_whole(teller, replay, whole) or other_list(teller, replay)


def where_handed(teller: Teller, replay: Replayed) -> tuple[Scope, Frame | None]:
    """The function and block in which the turn is handed to the history: the outermost call's."""
    assert replay.where is not None
    if replay.sites:
        where = teller.index.where.get(id(replay.sites[0]))
        if where is not None:
            return where.scope, where.frame
    return replay.where.scope, replay.where.frame


def beside_whole(teller: Teller, replay: Replayed, whole: list[tuple[Scope, Frame | None, Key]]) -> bool:
    keys = {turn.source.key for fates in replay.alternatives for turn in fates.turns}
    scope, frame = where_handed(teller, replay)
    if any(s is scope and k in keys and not exclusive(frame, f) for s, f, k in whole):
        return True
    return through_callers(teller, scope, keys, whole)


def through_callers(teller: Teller, scope: Scope, keys: set[Key], whole: list[tuple[Scope, Frame | None, Key]]) -> bool:
    """Whether every caller in the file also replays whole the turn that it hands to this function."""
    sites = teller.sinks.sites(scope)
    if not sites or not keys:
        return False
    for call in sites:
        env = teller.prov.env_at(call.where)
        callee = teller.prov.eval(call.node.func, env)
        inner = teller.prov.call_env(scope, call.node, env, callee.instance if isinstance(callee, Func) else None)
        if inner is None:
            return False
        handed: set[Key] = set()
        for root, path in keys:
            handed_on = inner.bound.get(root.name)
            given = teller.prov.force(handed_on) if handed_on is not None else None
            if isinstance(given, Atom) and root.kind == "param":
                handed.add((given.root, given.path + path))
        here = any(s is call.where.scope and k in handed and not exclusive(call.where.frame, f) for s, f, k in whole)
        if not here and not through_callers(teller, call.where.scope, handed, whole):
            return False
    return True


def other_list(teller: Teller, replay: Replayed) -> bool:
    """Whether the message goes into a list that the request does not send, while the list that it sends gets turns."""
    if replay.place is None:
        return False
    scope, place = replay.place
    return not_history(teller, scope, place)


def not_history(teller: Teller, scope: Scope, place: str) -> bool:
    sent = sent_places(teller, scope)
    if not sent or place in sent or any(p.startswith(place + ".") or place.startswith(p + ".") for p in sent):
        return False
    return any(gets_turns(teller, scope, other) for other in sent)


def sent_places(teller: Teller, scope: Scope) -> set[str]:
    """The lists that the requests of a function send, by their places."""
    found: set[str] = set()
    for call in scope.calls:
        if not teller.prov.requests.spelled(call):
            continue
        value = teller.prov.eval(call.node, teller.prov.env_at(call.where))
        if not (isinstance(value, Atom) and value.root.kind == "model" and value.root.at == id(call.node)):
            continue
        for keyword in call.node.keywords:
            if keyword.arg == "messages":
                place = place_of(keyword.value)
                if place is not None:
                    found.add(place)
    return found


def gets_turns(teller: Teller, scope: Scope, place: str) -> bool:
    """Whether an assistant message is appended to the list in this function."""
    return any(
        r.place is not None and r.place[0] is scope and r.place[1] == place and r.assistant
        for r in teller.story.replays
    )

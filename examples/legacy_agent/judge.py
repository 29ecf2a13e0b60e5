"""What a strict Messages API would say about the requests that a client has recorded.

The contract, for each turn and the request after it:

1. The messages sent before stay as they were.
2. The turn comes next, as one assistant message: every block, unchanged, in order.
3. If it has calls, then one user message comes next that begins with a result for each call.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from legacy_agent.fake import Messages

Block = dict[str, Any]


@dataclass(frozen=True)
class Damage:
    """Something that a request did to the turn before it."""

    request: int
    """Counted from 1."""
    kind: str
    """prefix, missing, lost, changed, moved, added, unanswered, split, stray."""
    what: str

    def __str__(self) -> str:
        return f"request {self.request}: {self.kind} {self.what}"


def judge(recorded: Messages) -> list[Damage]:
    """All damage, in the order in which it was done. Every request is taken to continue the one before it."""
    found = []
    for index, turn in enumerate(recorded.turns[: len(recorded.requests) - 1]):
        before, after = recorded.requests[index], recorded.requests[index + 1]
        number = index + 2
        if after[: len(before)] != before:
            found.append(Damage(number, "prefix", "messages sent before"))
        said, answered = _new_messages(after[len(before) :])
        found += [Damage(number, kind, what) for kind, what in [*_compare(turn, said), *_answers(turn, answered)]]
    return found


def _new_messages(messages: list[dict[str, Any]]) -> tuple[list[list[Block]], list[list[Block]]]:
    """The contents of the assistant messages, then of the user messages, each as blocks."""
    contents: dict[str, list[list[Block]]] = {"assistant": [], "user": []}
    for message in messages:
        content = message["content"]
        blocks = [{"type": "text", "text": content}] if isinstance(content, str) else content
        contents[message["role"]].append(blocks)
    return contents["assistant"], contents["user"]


def _compare(turn: list[Block], said: list[list[Block]]) -> list[tuple[str, str]]:
    """How the turn that was sent back differs from the turn that was received."""
    if not said:
        return [("missing", "the whole turn")]
    found = [("split", f"the turn into {len(said)} messages")] if len(said) > 1 else []
    back = [block for blocks in said for block in blocks]
    rest = [block for block in back if block not in turn]
    kept = []
    for block in turn:
        if block in back:
            kept.append(block)
            continue
        twin = next((other for other in rest if other.get("type") == block["type"]), None)
        if twin is not None:
            rest.remove(twin)
        found.append(("lost" if twin is None else "changed", name(block)))
    found += [("added", name(block)) for block in rest]
    if [block for block in back if block in turn] != kept:
        found.append(("moved", "blocks of the turn"))
    return found


def _answers(turn: list[Block], answered: list[list[Block]]) -> list[tuple[str, str]]:
    """Which calls have no result, and whether the results are in one message, before anything else in it.

    User messages that follow each other are one to the API. It accepts split results; the model learns not to call in
    parallel.
    """
    calls = [block["id"] for block in turn if block["type"] == "tool_use"]
    holding = [blocks for blocks in answered if any(block["type"] == "tool_result" for block in blocks)]
    results = [block["tool_use_id"] for blocks in holding for block in blocks if block["type"] == "tool_result"]
    found = [("unanswered", call) for call in calls if call not in results]
    found += [("stray", f"result for {result}") for result in results if result not in calls]
    if len(holding) > 1:
        found.append(("split", f"the results into {len(holding)} messages"))
    types = [block["type"] for blocks in answered for block in blocks]
    if any(kind != "tool_result" for kind in types[: types.count("tool_result")]):
        found.append(("stray", "something before the results"))
    return found


def name(block: Block) -> str:
    """A block in a few words."""
    for key in ("id", "signature", "data", "text"):
        if block.get(key):
            return f"{block['type']} {block[key]}"
    return str(block["type"])

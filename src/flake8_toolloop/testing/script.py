"""What the model says: turns of blocks, written as on the wire, with what only the provider can make left open.

A thinking block without a signature is signed when it is played, a redacted block without data gets some, a call
without an id gets one, and a call without a name is one of the first tool that the request offers.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from flake8_toolloop.testing.reading import members
from flake8_toolloop.testing.sample import sample
from flake8_toolloop.testing.seal import Seal
from flake8_toolloop.testing.wire import Body, kind

WireBlock = dict[str, Any]
PARTIAL = "partial_json"
"""A block's key for the JSON that the stream breaks off in; it is never sent itself."""

SCHEMAS = ("input_schema", "parameters")
"""Where a tool says what its arguments are: in Messages, in OpenAI's APIs."""


@dataclass(frozen=True)
class Turn:
    """One response of the model."""

    content: tuple[WireBlock, ...]
    stop_reason: str


Play = Turn | Sequence[WireBlock] | Callable[[Body], Turn | Sequence[WireBlock]]
"""A turn, its blocks alone (the stop reason follows), or what makes them from the request's body."""


def thinking(text: str) -> WireBlock:
    """Thinking that will be signed."""
    return {"type": "thinking", "thinking": text}


def omitted() -> WireBlock:
    """Thinking whose text is not shown, signed all the same: what newer models send by default."""
    return thinking("")


def redacted() -> WireBlock:
    """Thinking that only the provider can read."""
    return {"type": "redacted_thinking"}


def text(words: str, **fields: Any) -> WireBlock:
    """Something said: an answer, or narration between calls."""
    return {"type": "text", "text": words, **fields}


def call(name: str | None = None, /, **arguments: Any) -> WireBlock:
    """A tool call; without a name, of the request's first tool, with arguments that fit its schema."""
    return {"type": "tool_use", "name": name, "input": arguments}


def cut_call(name: str | None = None, partial: str = '{"ci') -> WireBlock:
    """A call that the end of the response cuts off inside its JSON."""
    return {**call(name), PARTIAL: partial}


def server_call(name: str = "web_search", /, *, id: str = "srvtoolu_01", **arguments: Any) -> WireBlock:  # noqa: A002
    """A call of a tool that the provider runs itself."""
    return {"type": "server_tool_use", "id": id, "name": name, "input": arguments}


def server_result(name: str = "web_search", /, *, id: str = "srvtoolu_01", content: Any = ()) -> WireBlock:  # noqa: A002
    """Its result."""
    return {"type": f"{name}_tool_result", "tool_use_id": id, "content": content or []}


def unknown(type: str = "not_invented_yet", **fields: Any) -> WireBlock:  # noqa: A002
    """A block of a type that no client knows."""
    return {"type": type, **(fields or {"payload": {"kept": True}})}


def turn(*content: WireBlock, stop: str | None = None) -> Turn:
    """A turn. The stop reason is what fits its blocks: a call cut off, a call, none."""
    if stop is None:
        types = [kind(block) for block in content]
        cut = any(PARTIAL in block for block in content)
        stop = "max_tokens" if cut else "tool_use" if "tool_use" in types else "end_turn"
    return Turn(content, stop)


def paused(*content: WireBlock) -> Turn:
    """A turn that the model interrupts: send it back as it is, and it goes on."""
    return turn(*content, stop="pause_turn")


def demanding(steps: int = 3) -> list[Play]:
    """A script for any loop: thinking, omitted and redacted thinking, narration, an unknown block, parallel calls.

    Each step but the last calls the request's first tool, the first step twice; the last is a final answer.
    """
    first = turn(thinking("I need two facts."), text("Let me look."), call(), call())
    middle = turn(omitted(), redacted(), unknown(), text("One more."), call())
    last = turn(thinking("That is all."), text("Done."))
    return [first, *[middle] * (max(steps, 2) - 2), last]


class Player:
    """Turns what a script says into what goes over the wire."""

    def __init__(self, seal: Seal | None = None) -> None:
        self.seal = seal or Seal()
        self._calls = 0

    def play(self, what: Play, request: Body) -> Turn:
        """The turn with everything filled in. Raises ValueError for a call of any tool where there is none."""
        said = what(request) if callable(what) else what
        said = said if isinstance(said, Turn) else turn(*said)
        return Turn(tuple(self._block(dict(block), request) for block in said.content), said.stop_reason)

    def _block(self, block: WireBlock, request: Body) -> WireBlock:
        if kind(block) == "thinking":
            block.setdefault("signature", self.seal.signature(block["thinking"]))
        elif kind(block) == "redacted_thinking":
            block.setdefault("data", self.seal.data())
        elif kind(block) == "tool_use":
            self._calls += 1
            block = {"type": "tool_use", "id": f"toolu_{self._calls:04}", **block}
            if block["name"] is None:
                block["name"], block["input"] = _any_tool(request)
        return block


def _any_tool(request: Body) -> tuple[str, WireBlock]:
    for tool in request.get("tools") or ():
        for holder in (tool, tool.get("function")) if isinstance(tool, dict) else ():
            schema = _schema(holder)
            if schema is not None:
                value = sample(schema)
                return str(members(holder).get("name")), value if isinstance(value, dict) else {}
    raise ValueError("the script calls any tool, but the request offers none with a schema")


def _schema(tool: Any) -> WireBlock | None:
    found = [tool.get(key) for key in SCHEMAS] if isinstance(tool, dict) else []
    return next((schema for schema in found if isinstance(schema, dict)), None)


def load(source: str) -> list[Play]:
    """A script from JSON: a list of turns, each a list of blocks or ``{"content": [...], "stop_reason": "..."}``.

    Raises ValueError where it is something else.
    """
    data = json.loads(source)
    if not isinstance(data, list):
        raise ValueError("a script is a list of turns")
    return [_loaded(number, item) for number, item in enumerate(data, 1)]


def _loaded(number: int, item: object) -> Turn:
    content = item.get("content") if isinstance(item, dict) else item
    stop = item.get("stop_reason") if isinstance(item, dict) else None
    if not isinstance(content, list) or not all(isinstance(block, dict) and block.get("type") for block in content):
        raise ValueError(f"turn {number} of the script is not a list of blocks with a type")
    for block in content:
        if block["type"] == "tool_use":
            block.setdefault("name", None)
            block.setdefault("input", {})
        if block["type"] == "thinking":
            block.setdefault("thinking", "")
    return turn(*content, stop=stop if isinstance(stop, str) else None)

"""Clean conversations with Claude, and damage done to them: each operator says which blocks it costs."""

from __future__ import annotations

import base64
import copy
import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

Units = list[dict[str, Any]]
Damage = Callable[[Units, Random], "list[Any] | None"]
"""Damages a conversation in place and gives the blocks that cannot stay; None where it has nothing to damage."""
TEXTS = ("ok", "Ünïcode 東京 🙂", 'with "quotes" and \\ backslashes', "a/b\n\tc", "{[}] \u2028 x")


class _Maker:
    def __init__(self, random: Random) -> None:
        self.random, self.count = random, 0

    def text(self) -> str:
        self.count += 1
        return f"{self.random.choice(TEXTS)} {self.count}"

    def maybe(self, chance: float = 0.5) -> bool:
        return self.random.random() < chance

    def sealed(self) -> str:
        return base64.b64encode(self.text().encode() + self.random.randbytes(12)).decode()

    def thought(self) -> dict[str, Any]:
        if self.maybe(0.2):
            return {"type": "redacted_thinking", "data": self.sealed()}
        return {"type": "thinking", "thinking": self.text(), "signature": self.sealed()}

    def turn(self) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
        """A turn with calls, and their results."""
        blocks: list[dict[str, Any]] = [self.thought() for _ in range(self.random.randint(0, 2))]
        if self.maybe():
            blocks.append({"type": "text", "text": self.text()})
        results: list[dict[str, Any]] = []
        for _ in range(self.random.randint(1, 3)):
            self.count += 1
            ident = f"toolu_{self.count}"
            blocks.append({"type": "tool_use", "id": ident, "name": "ls", "input": {"path": self.text(), "n": 1}})
            content: Any = self.text() if self.maybe() else [{"type": "text", "text": self.text()}]
            results.append({"type": "tool_result", "tool_use_id": ident, "content": content})
        return blocks, self.random.sample(results, len(results))


def clean(random: Random) -> Units:
    """A conversation that nothing is wrong with."""
    make = _Maker(random)
    units: Units = []
    for _ in range(random.randint(1, 3)):
        said = make.text()
        units.append({"role": "user", "content": said if make.maybe() else [{"type": "text", "text": said}]})
        for _ in range(random.randint(1, 3)):
            blocks, results = make.turn()
            units.append({"role": "assistant", "content": blocks})
            after = [{"type": "text", "text": make.text()}] if make.maybe(0.2) else []
            units.append({"role": "user", "content": [*results, *after]})
        last = [make.thought(), {"type": "text", "text": make.text()}]
        units.append({"role": "assistant", "content": last[random.randint(0, 1) :]})
    return units


def blocks_of(units: Units, kind: str) -> list[tuple[int, int]]:
    """The places of blocks of a kind."""
    return [
        (n, i)
        for n, unit in enumerate(units)
        if isinstance(unit["content"], list)
        for i, block in enumerate(unit["content"])
        if block.get("type") == kind
    ]


def _any(units: Units, random: Random, kind: str) -> tuple[int, int] | None:
    found = blocks_of(units, kind)
    return random.choice(found) if found else None


def turn_lost(units: Units, random: Random) -> list[Any] | None:
    number, _ = _any(units, random, "tool_use") or (0, 0)
    lost = [b for b in units[number + 1]["content"] if b["type"] == "tool_result"]
    del units[number]
    return lost


def killed(units: Units, random: Random) -> list[Any] | None:
    number, _ = _any(units, random, "tool_use") or (0, 0)
    del units[number + 1 :]
    return []


def result_lost(units: Units, random: Random) -> list[Any] | None:
    number, index = _any(units, random, "tool_result") or (0, 0)
    del units[number]["content"][index]
    if not units[number]["content"]:
        del units[number]
    return []


def unsigned(units: Units, random: Random) -> list[Any] | None:
    place = _any(units, random, "thinking")
    if place is None:
        return None
    block = units[place[0]]["content"][place[1]]
    if random.random() < 0.5:
        del block["signature"]
    else:
        block["signature"] = ""
    return [block]


def garbled(units: Units, random: Random) -> list[Any] | None:
    place = _any(units, random, "thinking")
    if place is None:
        return None
    block = units[place[0]]["content"][place[1]]
    sealed = block["signature"]
    block["signature"] = random.choice((sealed[:-1], sealed[:4] + "…" + sealed[5:], sealed[:-4] + "****"))
    return [block]


def blanked(units: Units, random: Random) -> list[Any] | None:
    places = blocks_of(units, "thinking")
    if len(places) < 2:
        return None
    number, index = random.choice(places)
    block = units[number]["content"][index]
    block["thinking"] = ""
    return [block]


def data_lost(units: Units, random: Random) -> list[Any] | None:
    place = _any(units, random, "redacted_thinking")
    if place is None:
        return None
    block = units[place[0]]["content"][place[1]]
    del block["data"]
    return [block]


def split(units: Units, random: Random) -> list[Any] | None:
    number, _ = _any(units, random, "tool_result") or (0, 0)
    content = units[number]["content"]
    if len([b for b in content if b["type"] == "tool_result"]) < 2:
        return None
    at = random.randint(1, len([b for b in content if b["type"] == "tool_result"]) - 1)
    units[number : number + 1] = [{"role": "user", "content": content[:at]}, {"role": "user", "content": content[at:]}]
    return []


def word_before(units: Units, random: Random) -> list[Any] | None:
    number, _ = _any(units, random, "tool_result") or (0, 0)
    reminder = {"type": "text", "text": "do not forget"}
    if random.random() < 0.5:
        units[number]["content"].insert(random.randint(0, 0), reminder)
    else:
        units.insert(number, {"role": "user", "content": [reminder]})
    return []


def result_twice(units: Units, random: Random) -> list[Any] | None:
    number, index = _any(units, random, "tool_result") or (0, 0)
    content = units[number]["content"]
    content.insert(index + 1, copy.deepcopy(content[index]))
    return [content[index]]


def call_twice(units: Units, random: Random) -> list[Any] | None:
    number, index = _any(units, random, "tool_use") or (0, 0)
    content = units[number]["content"]
    content.insert(index + 1, copy.deepcopy(content[index]))
    return [content[index]]


def said_nothing(units: Units, random: Random) -> list[Any] | None:
    finals = [n for n, u in enumerate(units) if u["role"] == "assistant" and not blocks_of([u], "tool_use")]
    number = random.choice(finals)
    lost = units[number]["content"]
    units[number]["content"] = []
    return list(lost)


def empty_text(units: Units, random: Random) -> list[Any] | None:
    number = random.choice([n for n, u in enumerate(units) if u["role"] == "assistant"])
    units[number]["content"].append({"type": "text", "text": ""})
    return [{"type": "text", "text": ""}]


def cut_in_two(units: Units, random: Random) -> list[Any] | None:
    """One turn for each of its calls, with all of its reasoning in each."""
    for number in random.sample(range(len(units)), len(units)):
        content = units[number]["content"]
        calls = blocks_of([units[number]], "tool_use")
        thoughts = [b for b in content if b["type"] in ("thinking", "redacted_thinking")] if len(calls) > 1 else []
        if thoughts and units[number + 1]["content"][-1]["type"] == "tool_result":
            results = {b["tool_use_id"]: b for b in units[number + 1]["content"]}
            last = content[calls[-1][1]]
            units[number : number + 2] = [
                {"role": "assistant", "content": content[: calls[-1][1]]},
                {"role": "user", "content": [b for i, b in results.items() if i != last["id"]]},
                {"role": "assistant", "content": [*copy.deepcopy(thoughts), last]},
                {"role": "user", "content": [results[last["id"]]]},
            ]
            return thoughts
    return None


DAMAGE: tuple[Damage, ...] = (
    turn_lost, killed, result_lost, unsigned, garbled, blanked, data_lost, split, word_before, result_twice, call_twice,
    said_nothing, empty_text, cut_in_two,
)  # fmt: skip


# Sessions


def session(units: Units, random: Random) -> list[dict[str, Any]]:
    """The records of a session: a block a line, as the program writes them."""
    records: list[dict[str, Any]] = []
    parent: str | None = None
    for number, unit in enumerate(units):
        for piece in _pieces(unit):
            message = dict(unit, content=piece)
            if unit["role"] == "assistant":
                message = {"id": f"msg_{number}", "type": "message", "model": "claude-opus-4-5", **message}
            record = {"parentUuid": parent, "isSidechain": False, "sessionId": "s", "type": unit["role"]}
            records.append({**record, "message": message, "uuid": f"u{len(records)}", "timestamp": "2026-01-01"})
            parent = f"u{len(records) - 1}"
            if random.random() < 0.1:
                records.append({"type": "system", "uuid": f"u{len(records)}", "parentUuid": parent, "sessionId": "s"})
                parent = f"u{len(records) - 1}"
    return records


def _pieces(unit: dict[str, Any]) -> Iterator[Any]:
    if isinstance(unit["content"], list) and unit["content"]:
        yield from ([block] for block in unit["content"])
    else:
        yield unit["content"]


def line_lost(records: list[dict[str, Any]], random: Random) -> None:
    """A writer that lost a line."""
    del records[random.randint(1, len(records) - 1)]


def branched(records: list[dict[str, Any]], random: Random) -> None:
    """Results that hang on their calls, each on a branch of its own."""
    owner = {}
    for record in records:
        content = record.get("message", {}).get("content")
        for block in content if isinstance(content, list) else ():
            if block["type"] == "tool_use":
                owner[block["id"]] = record["uuid"]
            elif block["type"] == "tool_result":
                record["parentUuid"] = owner.get(block["tool_use_id"], record["parentUuid"])


def torn(data: bytes, random: Random) -> bytes:
    """A last line that was not written to its end."""
    start = data.rstrip(b"\r\n").rfind(b"\n") + 1
    return data[: random.randint(start + 1, max(len(data.rstrip(b"\r\n")) - 1, start + 1))]


def lines(records: list[dict[str, Any]]) -> bytes:
    return b"".join(json.dumps(record).encode() + b"\n" for record in records)

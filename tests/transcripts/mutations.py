"""Recordings that are damaged at random: values, records, bytes; for the fuzzer."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

CASES = tuple(path.read_bytes() for path in sorted((Path(__file__).parent / "cases").glob("t*.json*")))
VALUES: tuple[Any, ...] = (
    None, True, 0, -1, 1.5, 10**30, "", "x", "assistant", "user", "tool", "model", "system", "tool_use", "tool_result",
    "thinking", "function_call", "function_call_output", "reasoning", "toolu_1", "call_1", "\ud800", "é\u2028", [], {},
    [[]], [{}],
    {"type": "text", "text": ""},
    {"type": "thinking", "thinking": "", "signature": "c2ln"},
    {"type": "tool_use", "id": "toolu_1", "name": "n", "input": {}},
    {"type": "tool_result", "tool_use_id": "toolu_1", "content": "x"},
    {"type": "function_call", "id": "fc_1", "call_id": "call_1", "name": "n", "arguments": "{}"},
    {"role": "assistant", "content": []},
    {"role": "user", "content": "x"},
    {"role": "assistant", "content": None, "tool_calls": [{"id": "c", "function": {"name": "n", "arguments": "{}"}}]},
    {"role": "tool", "tool_call_id": "c", "content": "1"},
    {"functionCall": {"name": "n", "args": {}}},
    {"functionResponse": {"name": "n", "response": {}}},
    {"toolUse": {"toolUseId": "t", "name": "n", "input": {}}},
    {"toolResult": {"toolUseId": "t", "content": []}},
)  # fmt: skip
BYTES = (
    b'"', b"\\", b"{", b"}", b"[", b"]", b",", b":", b"\n", b"\r", b"\0", b"\xff", b"\xed\xa0\x80", b"\\ud800",
    b"1e999", b"NaN", b"-", b"\xef\xbb\xbf", b"data: ", b"\n\n", b"[" * 2000,
)  # fmt: skip
Path_ = tuple[str | int, ...]


def damaged(data: bytes, random: Random) -> bytes:
    """A recording with something changed in it: what it says mostly, else its bytes."""
    if random.random() < 0.7:
        try:
            return _said_otherwise(data, random)
        except (ValueError, RecursionError):
            pass
    return _bytes(bytearray(data), random)


def _said_otherwise(data: bytes, random: Random) -> bytes:
    try:
        return _written(changed(json.loads(data), random), random)
    except ValueError:
        lines = [json.loads(line) for line in data.splitlines() if line.strip()]
    found = changed(lines, random)
    if random.random() < 0.3:
        random.shuffle(found)
    end = random.choice((b"\n", b"\r\n", b"\n\n"))
    return end.join(json.dumps(value).encode() for value in found) + random.choice((b"", b"\n"))


def changed(value: Any, random: Random) -> Any:
    """A JSON value with other values in some places, in place."""
    for _ in range(random.randint(1, 4)):
        places = [place for place in _places(value) if place]
        if not places:
            return value
        *way, key = random.choice(places)
        _change(_at(value, tuple(way)), key, _at(value, random.choice(places)), random)
    return value


def _change(parent: Any, key: str | int, other: Any, random: Random) -> None:
    new = copy.deepcopy(random.choice((other, random.choice(VALUES))))
    kind = random.choice(("set", "set", "delete", "insert", "swap"))
    if kind == "delete":
        del parent[key]
    elif isinstance(parent, list) and kind == "insert":
        parent.insert(random.randint(0, len(parent)), new)
    elif isinstance(parent, list) and kind == "swap":
        number = random.randrange(len(parent))
        parent[int(key)], parent[number] = parent[number], parent[int(key)]
    else:
        parent[key] = new


def _places(value: Any, place: Path_ = ()) -> Iterator[Path_]:
    yield place
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in inner:
        yield from _places(item, (*place, key))


def _at(value: Any, place: Path_) -> Any:
    for step in place:
        value = value[step]
    return value


def _written(value: Any, random: Random) -> bytes:
    style: dict[str, Any] = random.choice(
        ({}, {"indent": 2}, {"separators": (",", ":")}, {"indent": "\t"}, {"ensure_ascii": False})
    )
    data = json.dumps(value, **style).encode("utf-8", "surrogatepass")
    return random.choice((data, data.replace(b"\n", b"\r\n"), b"\xef\xbb\xbf" + data + b"\n\n"))


def _bytes(data: bytearray, random: Random) -> bytes:
    for _ in range(random.randint(1, 6)):
        at = random.randrange(len(data) + 1)
        kind = random.choice(("put", "put", "set", "delete", "copy", "cut", "behead"))
        if kind == "put":
            data[at:at] = random.choice(BYTES)
        elif kind == "set":
            data[at : at + 1] = bytes([random.randrange(256)])
        elif kind == "delete":
            del data[at : at + random.randint(1, 30)]
        elif kind == "copy":
            data[at:at] = data[random.randrange(len(data) + 1) :][: random.randint(1, 60)]
        elif kind == "cut" and random.random() < 0.5:
            del data[at:]
        elif kind == "behead" and random.random() < 0.5:
            del data[:at]
    return bytes(data)

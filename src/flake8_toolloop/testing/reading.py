"""What the judges of recorded conversations read JSON with: any value may stand in any place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

Value = Mapping[str, Any]

BASE64 = re.compile(r"[A-Za-z0-9+/]*={0,2}|[A-Za-z0-9_-]*={0,2}")


def members(value: object) -> Value:
    """The value where it is an object, else an empty one."""
    return value if isinstance(value, Mapping) else {}


def elements(value: object) -> list[Any]:
    """The value where it is a list, else an empty one."""
    return value if isinstance(value, list) else []


def objects(value: object) -> Iterator[tuple[int, Value]]:
    """The objects of a list, each with its index."""
    for index, element in enumerate(elements(value)):
        if isinstance(element, Mapping):
            yield index, element


def word(value: object) -> str:
    """The value where it is text, else ""."""
    return value if isinstance(value, str) else ""


def digits_as_keys(message: Value) -> bool:
    """Whether a text was spread into an object: `{"0": "h", "1": "i"}`."""
    return any(key.isdigit() for key in message if isinstance(key, str))


def encoded(text: str) -> bool:
    """Whether a text may be base64: its letters are, and no byte is cut off."""
    return BASE64.fullmatch(text) is not None and len(text.rstrip("=")) % 4 != 1


def opaque(text: str) -> bool:
    """Whether a text may be what only the provider reads: printable, in one piece, and nothing in it is masked."""
    return text.isascii() and text.isprintable() and " " not in text and "..." not in text and "***" not in text


def models(body: Value, messages: object) -> list[str]:
    """The names of the models that a body speaks of: its own, then those of its messages."""
    named = [word(members(message).get("model")) for message in elements(messages)]
    return [name for name in (word(body.get("model")), word(body.get("modelId")), *reversed(named)) if name]


def bare(model: str) -> str:
    """A model's name in small letters without the owner, route or region that stands before it."""
    return model.lower().rsplit("/", 1)[-1]

"""JSON as nobody would write it, and all of it legal: what a repair must not touch has to come through as it is."""

from __future__ import annotations

import json
from random import Random
from typing import Any

SPACES = ("", "", " ", "  ", "\n", "\t", "\r\n", " \n   ")
NUMBERS = ("1.0", "1e5", "-0", "12345678901234567890123", "0.10", "1E-2")


def hostile(value: Any, random: Random, *, line: bool = False) -> str:
    """A value written with odd spaces, escapes, orders and numbers; on one line where it has to be."""
    return _Writer(random, line).write(value)


class _Writer:
    def __init__(self, random: Random, line: bool) -> None:
        self._random = random
        self._spaces = [space for space in SPACES if not line or "\n" not in space]
        self._calm = random.random() < 0.3

    def write(self, value: Any) -> str:
        if isinstance(value, dict):
            return self._object(value)
        if isinstance(value, list):
            return "[" + self._between(self.write(item) for item in value) + "]"
        return self._text(value) if isinstance(value, str) else json.dumps(value)

    def _object(self, value: dict[str, Any]) -> str:
        members = list(value.items())
        if not self._calm:
            self._random.shuffle(members)
        written = [self._member(key, self.write(item)) for key, item in members]
        chance = Random(repr(value))  # the same for an object that is there twice
        if written and chance.random() < 0.1:
            written.append(self._member("odd", chance.choice(NUMBERS)))
        if members and chance.random() < 0.05:
            written.insert(0, self._member(members[-1][0], "null"))  # the last of two with one key counts
        return "{" + self._between(written) + "}"

    def _member(self, key: str, value: str) -> str:
        return f"{self._text(key)}{self._space()}:{self._space()}{value}"

    def _between(self, written: Any) -> str:
        parts = [f"{self._space()}{one}{self._space()}" for one in written]
        return ",".join(parts) or self._space()

    def _space(self) -> str:
        return "" if self._calm else self._random.choice(self._spaces)

    def _text(self, text: str) -> str:
        """A string with some of its letters escaped."""
        plain = json.dumps(text, ensure_ascii=self._random.random() < 0.5)
        if self._calm or self._random.random() < 0.7:
            return plain
        return '"' + "".join(self._letter(letter) for letter in text) + '"'

    def _letter(self, letter: str) -> str:
        if letter == "/" and self._random.random() < 0.5:
            return "\\/"
        if ord(letter) < 0x10000 and self._random.random() < 0.2:
            code = f"{ord(letter):04x}"
            return "\\u" + (code.upper() if self._random.random() < 0.5 else code)
        return json.dumps(letter, ensure_ascii=False)[1:-1]

"""What a terminal can take: colours only where somebody looks, source lines that cannot steer the terminal."""

from __future__ import annotations

import os
import sys
import unicodedata
from dataclasses import dataclass
from typing import TextIO

TAB = "    "


@dataclass(frozen=True)
class Palette:
    """Colours, or none."""

    on: bool

    def bold(self, text: str) -> str:
        return self._code("1", text)

    def red(self, text: str) -> str:
        return self._code("1;31", text)

    def yellow(self, text: str) -> str:
        return self._code("1;33", text)

    def cyan(self, text: str) -> str:
        return self._code("36", text)

    def green(self, text: str) -> str:
        return self._code("32", text)

    def _code(self, code: str, text: str) -> str:
        return f"\033[{code}m{text}\033[0m" if self.on and text else text


def palette_for(stream: TextIO) -> Palette:
    """Colours on a terminal, unless NO_COLOR or TERM=dumb asks for none."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return Palette(False)
    return Palette(bool(os.environ.get("FORCE_COLOR")) or stream.isatty())


def printable(text: str) -> str:
    """``text`` as one line that is safe to print: tabs widened, control characters shown, not obeyed."""
    return "".join(_shown(character) for character in text)


def _shown(character: str) -> str:
    if character == "\t":
        return TAB
    # Surrogates of undecodable file names are left to the stream's error handler.
    if character.isprintable() or "\ud800" <= character <= "\udfff":
        return character
    # Joiners and variation selectors belong to emoji and scripts; only what moves the cursor or hides text is shown.
    if unicodedata.category(character) == "Cf" and character not in _BIDI:
        return character
    return "\N{REPLACEMENT CHARACTER}"


_BIDI = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def width(text: str) -> int:
    """How many cells of a terminal ``text`` takes."""
    return sum(_cells(character) for character in text)


def _cells(character: str) -> int:
    if character.isascii():
        return 1
    if unicodedata.combining(character) or unicodedata.category(character) in ("Cf", "Me", "Mn"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def forgiving(stream: TextIO) -> None:
    """Characters that the terminal's encoding lacks are written as escapes instead of ending the run."""
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="backslashreplace")


class ProgressLine:
    """A counter on standard error, for long runs that somebody watches."""

    def __init__(self, stream: TextIO | None = None, *, after: float = 2.0, unit: str = "files") -> None:
        import time

        self._stream = stream or sys.stderr
        self._clock = time.monotonic
        self._next = self._clock() + after
        self._shown = False
        self._watched = self._stream.isatty()
        self._unit = unit

    def __call__(self, done: int, total: int) -> None:
        if not self._watched or self._clock() < self._next:
            return
        self._next = self._clock() + 0.1
        self._shown = True
        self._stream.write(f"\r{done} of {total} {self._unit}")
        self._stream.flush()

    def clear(self) -> None:
        if self._shown:
            self._stream.write("\r\033[K")
            self._stream.flush()
            self._shown = False

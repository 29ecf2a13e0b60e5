"""JSON whose numbers keep their spelling: what a model wrote as ``1.0``, ``1e5`` or ``-0`` is sent on as that."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from json.encoder import encode_basestring
from typing import Any

_UNSAFE = re.compile("[\ud800-\udfff\x7f-\x9f\u2028\u2029]")
"""What UTF-8 has not, and what some readers of lines take for the end of one."""
LONGEST = 4000
"""Digits of an integer that Python reads without complaint."""


class Number(float):
    """A number that Python would write in another way."""

    text: str

    def __new__(cls, text: str) -> Number:
        number = super().__new__(cls, text)
        number.text = text
        return number

    def __reduce__(self) -> tuple[type[Number], tuple[str]]:
        return Number, (self.text,)

    def __deepcopy__(self, memo: object) -> Number:
        return self


def loads(source: str | bytes) -> Any:
    """The value of a JSON text. Raises ValueError where it is none, or nested too deeply."""
    try:
        text = source if isinstance(source, str) else source.decode(json.detect_encoding(source), "surrogatepass")
        return (_EXACT if _SPELLED.search(text) else _PLAIN).decode(text)
    except RecursionError as error:
        raise ValueError("nested too deeply") from error


def dumps(value: Any, *, compact: bool = False) -> str:
    """A value as JSON on one line, as UTF-8 can hold it. Raises ValueError for what JSON cannot say."""
    try:
        if not _spelled(value):
            return _UNSAFE.sub(_escaped, (_COMPACT if compact else _SPACED).encode(value))
        parts: list[str] = []
        _write(value, parts.append, (",", ":") if compact else (", ", ": "))
        return "".join(parts)
    except RecursionError as error:
        raise ValueError("nested too deeply") from error
    except TypeError as error:
        raise ValueError(str(error)) from error


def quoted(text: str) -> str:
    """A string as JSON."""
    written: str = encode_basestring(text)
    return _UNSAFE.sub(_escaped, written)


def _escaped(found: re.Match[str]) -> str:
    return f"\\u{ord(found[0]):04x}"


def _spelled(value: Any) -> bool:
    """Whether a number of its own spelling is anywhere in a value."""
    stack = [value]
    while stack:
        one = stack.pop()
        if isinstance(one, dict):
            stack.extend(one.values())
        elif isinstance(one, (list, tuple)):
            stack.extend(one)
        elif type(one) is Number:
            return True
    return False


def _float(text: str) -> float:
    number = float(text)
    return number if repr(number) == text else Number(text)


def _int(text: str) -> int | Number:
    return Number(text) if text == "-0" or len(text) > LONGEST else int(text)


def _constant(text: str) -> Any:
    raise ValueError(f"{text} is no JSON")


def _write(value: Any, out: Callable[[str], None], marks: tuple[str, str]) -> None:
    if isinstance(value, str):
        out(quoted(value))
    elif isinstance(value, dict):
        opening = "{"
        for key, item in value.items():
            out(opening)
            out(quoted(key if isinstance(key, str) else json.loads(json.dumps({key: 0}).partition(": ")[0][1:])))
            out(marks[1])
            _write(item, out, marks)
            opening = marks[0]
        out("}" if value else "{}")
    elif isinstance(value, (list, tuple)):
        opening = "["
        for item in value:
            out(opening)
            _write(item, out, marks)
            opening = marks[0]
        out("]" if value else "[]")
    elif isinstance(value, Number):
        out(value.text)
    else:
        out(json.dumps(value, allow_nan=False))


_SPELLED = re.compile(r"\d[.eE]|-0|\d{4000}")
"""What a text has that may have numbers that Python would write in another way."""
_PLAIN = json.JSONDecoder(parse_constant=_constant)
_EXACT = json.JSONDecoder(parse_float=_float, parse_int=_int, parse_constant=_constant)
_SPACED = json.JSONEncoder(ensure_ascii=False, allow_nan=False, check_circular=False)
_COMPACT = json.JSONEncoder(ensure_ascii=False, allow_nan=False, check_circular=False, separators=(",", ":"))

"""How a provider says that it refuses a request: one text, and how to know it again where it is quoted."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass


@dataclass(frozen=True)
class ErrorText:
    """One refusal of the API."""

    name: str
    template: str
    source: str
    status: int = 400
    type: str = "invalid_request_error"
    signs: tuple[str, ...] = ()
    """Parts of it, each of which is enough to know it by; empty where only the whole template is."""

    def text(self, **values: str) -> str:
        """The message of one refusal. Raises KeyError where a value is missing."""
        return self.template.format(**values)

    @property
    def pattern(self) -> re.Pattern[str]:
        """Finds this refusal in a text that quotes it, once `plain` has taken the marks of the quotation out."""
        return re.compile("|".join(map(_pattern, self.signs or (self.template,))), re.IGNORECASE)


def plain(text: str) -> str:
    """A text without what quoting adds or loses: escapes, quotation marks, backticks, line breaks."""
    return " ".join(_QUOTING.sub("", _ESCAPES.sub(_unescaped, html.unescape(text))).split())


_ESCAPES = re.compile(r"\\+(?:u(?P<code>[0-9a-fA-F]{4})|[nrt])")
_QUOTING = re.compile("[\\\\`'\"\u2018\u2019\u201c\u201d]")


def _unescaped(match: re.Match[str]) -> str:
    return chr(int(match["code"], 16)) if match["code"] else " "


def _pattern(template: str) -> str:
    """What stands for a place, an id or a kind of block holds no space, but for lists of ids."""
    parts = [re.escape(plain(f"|{part}|")[1:-1]) for part in re.split(r"\{\w+\}", template)]
    return r"\S{1,200}(?:, \S{1,200})*?".join(parts)

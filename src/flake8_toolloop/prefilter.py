"""What every file passes before anything else: a look for words that code of a tool loop cannot do without."""

from __future__ import annotations

import re
from typing import AnyStr, Generic

# A wire word of some dialect, and a word that says that a message or a block is handled. Both must occur.
_WIRE = r"tool_use|tool_result|thinking|ToolUseBlock|messages\.(?:create|stream|parse)|/v1/messages"
_ROLE = r"assistant|tool_use|ToolUseBlock|ToolResultBlock|MessageParam|ASSISTANT|signature"
# And the dialect must be spoken, in one of the ways that ``Teller.evident`` will look for: its words as strings of
# their own or as keywords, its module imported, or the two keys of a signed block.
_SPOKEN = (
    r"""["'](?:tool_use|tool_result|tool_use_id|redacted_thinking|signature_delta)["']|\btool_use_id[\s\\]*="""
    r"|\b(?:import|from)\b(?:[^\n#\\]|\\\r?\n)*\banthropic\b"
)
_SIGNED = (
    r"""["']thinking["']|\bthinking[\s\\]*=""",
    r"""["']signature["']|\bsignature[\s\\]*=""",
)


class _Words(Generic[AnyStr]):
    """The same words, looked for in text or in bytes."""

    def __init__(self, *patterns: AnyStr) -> None:
        compiled: list[re.Pattern[AnyStr]] = [re.compile(pattern) for pattern in patterns]
        self.needed: list[re.Pattern[AnyStr]] = compiled[:2]
        self.spoken: re.Pattern[AnyStr] = compiled[2]
        self.signed: list[re.Pattern[AnyStr]] = compiled[3:]

    def may_matter(self, source: AnyStr) -> bool:
        if not all(pattern.search(source) for pattern in self.needed):
            return False
        return bool(self.spoken.search(source)) or all(pattern.search(source) for pattern in self.signed)


_PATTERNS = (_WIRE, _ROLE, _SPOKEN, *_SIGNED)
_TEXT = _Words(*_PATTERNS)
_BYTES = _Words(*(pattern.encode() for pattern in _PATTERNS))


def may_matter(source: str | bytes) -> bool:
    """Whether a file may hold something of a tool loop; False is certain, True costs a parse."""
    return _BYTES.may_matter(source) if isinstance(source, bytes) else _TEXT.may_matter(source)

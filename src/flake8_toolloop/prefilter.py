"""What every file passes before anything else: a look for words that code of a tool loop cannot do without."""

from __future__ import annotations

import re

# A wire word of some dialect, and a word that says that a message or a block is handled. Both must occur.
_WIRE = re.compile(r"tool_use|tool_result|thinking|ToolUseBlock|messages\.(?:create|stream|parse)|/v1/messages")
_ROLE = re.compile(r"assistant|tool_use|ToolUseBlock|ToolResultBlock|MessageParam|ASSISTANT|signature")
_WIRE_BYTES = re.compile(_WIRE.pattern.encode())
_ROLE_BYTES = re.compile(_ROLE.pattern.encode())


def may_matter(source: str | bytes) -> bool:
    """Whether a file may hold something of a tool loop; False is certain, True costs a parse."""
    if isinstance(source, bytes):
        return _WIRE_BYTES.search(source) is not None and _ROLE_BYTES.search(source) is not None
    return _WIRE.search(source) is not None and _ROLE.search(source) is not None

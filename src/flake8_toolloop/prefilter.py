"""What every file passes before anything else: a look for words that code of a tool loop cannot do without."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import AnyStr, Generic

# A wire word of some dialect, and a word that says that a message or a block is handled. Both must occur.
_WIRE = (
    r"tool_use|tool_call|function_call|tool_result|thinking|content_block|ToolUseBlock|/v1/messages|"
    r"messages\.(?:create|stream|parse|tool_runner)"
)
_ROLE = (
    r"assistant|tool_call_id|tool_use|content_block_start|ToolUseBlock|ToolResultBlock|MessageParam|ASSISTANT|"
    r"""signature|append_messages|["']tool["']|["']function["']"""
)
# And the dialect must be spoken, in one of the ways that ``Teller.evident`` will look for: its words as strings of
# their own or as keywords, the two keys of a signed block, or its module imported. Each pattern begins with what the
# regular expression engine finds fast, and all of one line must hold.
_IMPORT = r"(?:import|from)\b[^\n#\\]*(?:\\\r?\n[^\n#\\]*)*(?<![.\w])anthropic\b"
_SPOKEN = (
    (r"""["'](?:tool_use|tool_result|tool_use_id|redacted_thinking|signature_delta|content_block_start)["']""",),
    (r"""["'](?:tool_calls|tool_call_id)["']""",),
    (r"\.(?:tool_calls|function_call)\b", r"""["'](?:tool|function|assistant)["']"""),
    (r"tool_use_id[\s\\]*=",),
    (r"tool_call_id[\s\\]*=",),
    (r"""thinking(?:["']|[\s\\]*=)""", r"""signature(?:["']|[\s\\]*=)"""),
    (r"anthropic\b", _IMPORT),
)
# Or the SDK is imported and asked: whoever makes the messages may be in another file of the project.
_ASKED = ((r"messages\.(?:create|stream|parse)", r"anthropic\b", _IMPORT),)
# Or a client is made that cannot carry deliberation (``flow.clients``): all of one line, the rarest first.
_CLIENTS = (
    (
        r"ChatOpenAI\b",
        r"api\.deepseek\.com|api\.moonshot\.|openrouter\.ai|api\.z\.ai|api\.anthropic\.com",
        r"bind_tools|create_\w*agent",
    ),
    (r"api\.(?:anthropic\.com|x\.ai)", r"OpenAI\b", r"completions\.(?:create|parse|stream)", r"tools"),
    (r"modify_params\b", r"litellm", r"tools"),
)
# Or the chunks of a stream are read, and the calls in them: what is made of them is in another file.
_CHUNKS = ((r"\bdelta\b", r"\btool_calls\b", r"\bchoices\b"),)


class _Words(Generic[AnyStr]):
    """The words, looked for in text or in bytes."""

    def __init__(
        self, needed: Sequence[AnyStr], spoken: Sequence[Sequence[AnyStr]], alone: Sequence[Sequence[AnyStr]]
    ) -> None:
        self.needed: list[re.Pattern[AnyStr]] = [re.compile(pattern) for pattern in needed]
        self.spoken: list[list[re.Pattern[AnyStr]]] = [[re.compile(p) for p in together] for together in spoken]
        self.alone: list[list[re.Pattern[AnyStr]]] = [[re.compile(p) for p in together] for together in alone]
        """What is enough without a word for messages."""

    def may_matter(self, source: AnyStr) -> bool:
        if all(pattern.search(source) for pattern in self.needed) and _one_of(self.spoken, source):
            return True
        return _one_of(self.alone, source)


def _one_of(lines: list[list[re.Pattern[AnyStr]]], source: AnyStr) -> bool:
    return any(all(pattern.search(source) for pattern in together) for together in lines)


def _encoded(lines: Sequence[Sequence[str]]) -> list[list[bytes]]:
    return [[pattern.encode() for pattern in together] for together in lines]


_TEXT = _Words((_WIRE, _ROLE), _SPOKEN, (*_ASKED, *_CLIENTS, *_CHUNKS))
_BYTES = _Words((_WIRE.encode(), _ROLE.encode()), _encoded(_SPOKEN), _encoded((*_ASKED, *_CLIENTS, *_CHUNKS)))


def may_matter(source: str | bytes) -> bool:
    """Whether a file may hold something of a tool loop; False is certain, True costs a parse."""
    return _BYTES.may_matter(source) if isinstance(source, bytes) else _TEXT.may_matter(source)

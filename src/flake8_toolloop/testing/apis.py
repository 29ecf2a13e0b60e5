"""What the strict provider asks of an API besides Messages: how turns look there, and what it refuses."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

from flake8_toolloop.dialects.errors import ErrorText
from flake8_toolloop.testing.align import Received
from flake8_toolloop.testing.fault import Fault
from flake8_toolloop.testing.script import PARTIAL, Turn, WireBlock
from flake8_toolloop.testing.seal import Seal
from flake8_toolloop.testing.verdict import Damage, DamageKind, Refusal, Verdict
from flake8_toolloop.testing.wire import Body

MISSING_PARAMETER = ErrorText(
    "missing-parameter",
    "Missing required parameter: '{field}'.",
    "https://platform.openai.com/docs/guides/error-codes",
    signs=("Missing required parameter",),
)
UNIT_KEYS = ("index", "parsed", "parsed_arguments", "status", "created_by")
"""Fields that the SDK adds, or that say how far an item had come: they may come and go."""


class Api(Protocol):
    """One API, without the network."""

    name: str

    def whole(self, request: Body, held: Mapping[str, tuple[Body, tuple[WireBlock, ...]]], /) -> Body:
        """The request as it would be if the provider held nothing. ``held``: by response id, request and turn."""

    def unit(self, turn: Turn, number: int, seal: Seal, /) -> tuple[WireBlock, ...]:
        """A turn of the script as this API sends it."""

    def continues(self, received: Sequence[Received], request: Body) -> bool:
        """Whether a request belongs to the conversation of these turns."""

    def verdict(self, received: Sequence[Received], request: Body, seal: Seal, /) -> Verdict:
        """What the API makes of a request."""

    def ident(self, number: int) -> str:
        """The id of a response."""

    def body(self, ident: str, unit: Sequence[WireBlock], stop: str, request: Body) -> dict[str, Any]:
        """The JSON of a response."""


def call_id(block: WireBlock) -> str:
    """The id of a call, as OpenAI spells it."""
    return "call_" + str(block.get("id", "")).removeprefix("toolu_").removeprefix("call_")


def arguments(block: WireBlock) -> str:
    """The arguments of a call as JSON; where the response is cut off, as far as they came."""
    return str(block[PARTIAL]) if PARTIAL in block else json.dumps(block.get("input", {}))


def refusals(faults: Iterable[Fault], but: Sequence[str] = ()) -> Iterator[Refusal]:
    """The faults that the API answers with an error; ``but`` are kinds that this provider knows better itself."""
    for fault in faults:
        if fault.error is not None and fault.kind not in but:
            yield Refusal(fault.error, fault.said or fault.error.template)


def required(request: Body, fields: Sequence[str]) -> Iterator[Refusal]:
    for name in fields:
        if name not in request:
            yield Refusal(MISSING_PARAMETER, MISSING_PARAMETER.text(field=name))


def damage(turn: int, kind: DamageKind, what: str, block: str, position: int | None = None) -> Damage:
    return Damage(turn + 1, kind, block, position, what)


def plain_json(value: object) -> str:
    """The same text for values that mean the same: nulls and the SDK's own fields left out."""
    return json.dumps(_plain(value), sort_keys=True, ensure_ascii=False)


def _plain(value: object) -> object:
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items() if item is not None and key not in UNIT_KEYS}
    return [_plain(item) for item in value] if isinstance(value, list) else value


def parsed(text: object) -> object:
    """What a call's arguments mean."""
    try:
        return json.loads(str(text))
    except ValueError:
        return text

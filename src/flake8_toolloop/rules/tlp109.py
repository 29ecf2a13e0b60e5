"""The turn goes back as a dump with fields that were never received.

## What it does
Reports an assistant message whose blocks are `model_dump()` or `dict()` of the SDK's objects, block by block or of
the response.

## Why it is wrong
A dump says more than was received: fields that the client made up (`parsed_output`), every unset field as null, and
for a kind of block that the installed SDK does not know the fields of another kind. Older SDKs get a 400 for it
(`Extra inputs are not permitted`), and a block of a new kind goes back changed. The objects themselves go out exactly
as they came in.

## Example
```python
import anthropic

client = anthropic.Anthropic()


def step(history, tools):
    reply = client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=history, tools=tools)
    history.append({"role": "assistant", "content": [block.model_dump() for block in reply.content]})
    return reply
```

## Use instead
```python
import anthropic

client = anthropic.Anthropic()


def step(history, tools):
    reply = client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=history, tools=tools)
    history.append({"role": "assistant", "content": [block.to_dict() for block in reply.content]})
    return reply
```

## When it is silent
- `to_dict()` and `to_param()`, which leave out what was not received
- `model_dump(exclude_unset=True)`, and `exclude_none=True`: nothing but nulls is too much in a dump of today's SDK,
  and nulls inside of a call's input stay
- blocks of the project's own classes
- the turn itself goes back as well: the dump is a log's
- another rule speaks for the replay

## Fix
Replays the turn itself.

## References
- https://github.com/anthropics/anthropic-sdk-python#nested-params
- https://github.com/moellere/WireStudio/pull/24
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from flake8_toolloop.findings import Finding, Severity
from flake8_toolloop.flow.values import Atom, options
from flake8_toolloop.rules.base import Rule, stated
from flake8_toolloop.rules.replays import loss_of

if TYPE_CHECKING:
    from flake8_toolloop.flow.fates import Fates
    from flake8_toolloop.flow.story import Story

NAME = "dumped-assistant-turn"


def check(story: Story) -> Iterator[Finding]:
    """Whole turns of the SDK's objects that are replayed as dumps, and in no other way."""
    replays = [r for r in story.replays if r.assistant and not r.only_shown]
    clean = {key for r in replays for f in r.alternatives if f.whole and not dumped(f) for key in turns(f)}
    for replay in replays:
        if loss_of(replay) is not None:
            continue
        if all(dumped(fates) and not turns(fates) <= clean for fates in replay.alternatives):
            message = "the turn goes back as a dump, with fields that were never received; hand the objects back"
            yield stated("TLP109", NAME, replay, message, Severity.NOTE, loss="dumped")


def turns(fates: Fates) -> set[object]:
    return {turn.source.key for turn in fates.turns if turn.certain}


def dumped(fates: Fates) -> bool:
    """Whether blocks of the SDK go back through a dump."""
    values = [option.value for part in fates.parts for option in options(part.value)]
    return any(isinstance(value, Atom) and value.dump is not None for value in values)


RULE = Rule(
    code="TLP109",
    name=NAME,
    summary="The turn goes back as a dump with fields that were never received",
    severity=Severity.NOTE,
    doc=__doc__ or "",
    check=check,
    fixable=True,
    strict=True,
)

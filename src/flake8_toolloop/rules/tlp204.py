"""The result's id is not the answered call's.

## What it does
Asks where the id of a result comes from, and reports a constant, a generated value, the tool's name, the response's
own id, the id of one call that all results of a loop get, two lists that do not run side by side, and a lookup in a
map that nothing is ever put into.

## Why it is wrong
A result is matched with its call by the id alone. With another id the provider refuses the request: it has a result
without a call, and a call without a result.

## Example
```python
import anthropic

client = anthropic.Anthropic()


def loop(history, tools, run):
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=history, tools=tools)
        history.append({"role": "assistant", "content": reply.content})
        calls = [b for b in reply.content if b.type == "tool_use"]
        if not calls:
            return reply
        results = []
        for call in calls:
            results.append({"type": "tool_result", "tool_use_id": call.name, "content": run(call.name, call.input)})
        history.append({"role": "user", "content": results})
```

## Use instead
```python
import anthropic

client = anthropic.Anthropic()


def loop(history, tools, run):
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=history, tools=tools)
        history.append({"role": "assistant", "content": reply.content})
        calls = [b for b in reply.content if b.type == "tool_use"]
        if not calls:
            return reply
        results = []
        for call in calls:
            results.append({"type": "tool_result", "tool_use_id": call.id, "content": run(call.name, call.input)})
        history.append({"role": "user", "content": results})
```

## When it is silent
- the id comes from a call, a stored result or a parameter, shortened or sanitised perhaps
- the file makes up the ids of its calls as well: a text protocol, another provider's calls
- examples and tests, where the content is as constant as the id
- one result that answers one call of several: that is TLP201

## Fix
Puts the call's own id in, where the call is in reach.

## References
- https://platform.claude.com/docs/en/agents-and-tools/tool-use/handle-tool-calls
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from flake8_toolloop.findings import Finding, Severity
from flake8_toolloop.rules.base import Rule, stated

if TYPE_CHECKING:
    from flake8_toolloop.flow.story import Story

NAME = "mismatched-call-id"
WHY = {
    "constant": "a constant is no call's id",
    "generated": "an id made up on the spot is no call's",
    "field": "this is another field of the call, not its id",
    "response": "this is the id of the response, not of the call",
    "another": "every result of the loop gets the id of this one call",
    "none": "the result does not say which call it answers",
    "misaligned": "the calls and their results do not run side by side here: ids get mixed up",
    "empty map": "nothing is ever put into this map: the id is lost",
}


def check(story: Story) -> Iterator[Finding]:
    """Results whose id is another one."""
    for event in story.misnamed:
        yield stated("TLP204", NAME, event, WHY[event.why], Severity.ERROR, loss="orphaned")


RULE = Rule(
    code="TLP204",
    name=NAME,
    summary="The result's id is not the answered call's",
    severity=Severity.ERROR,
    doc=__doc__ or "",
    check=check,
    fixable=True,
)

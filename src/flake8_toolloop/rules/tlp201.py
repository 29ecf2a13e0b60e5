"""One call of several gets a result, the others none.

## What it does
Asks where the id of a result comes from, and reports `calls[0]`, `next(...)`, unpacking, a `return` at the first call
and variables in which the last call wins, while the replayed turn holds all calls. Also readers that give only the
first call of a turn on, in a file that makes turns of stored calls: the turn goes back without the others.

## Why it is wrong
Models call tools in parallel. Each call needs a result in the next message; one that is missing is a refused request.

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
        call = calls[0]
        result = {"type": "tool_result", "tool_use_id": call.id, "content": run(call.name, call.input)}
        history.append({"role": "user", "content": [result]})
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
        results = [{"type": "tool_result", "tool_use_id": c.id, "content": run(c.name, c.input)} for c in calls]
        history.append({"role": "user", "content": results})
```

## When it is silent
- `len(calls) == 1` is tested
- the other calls are answered as well
- structured output by a forced tool: no result is sent
- a reader that gives the turn itself, or all its calls, on as well
- calls are taken off a queue one by one

## Fix
One result for each call, in one message: a comprehension where the call is an expression, a loop elsewhere. Unsafe:
more tools run. Or an exception at a turn with several calls, where one call a turn is what the code is made for.

## References
- https://platform.claude.com/docs/en/agents-and-tools/tool-use/parallel-tool-use
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from flake8_toolloop.findings import Finding, Severity
from flake8_toolloop.rules.base import Rule, stated

if TYPE_CHECKING:
    from flake8_toolloop.flow.story import Story

NAME = "first-call-only"


def check(story: Story) -> Iterator[Finding]:
    """Results whose id belongs to one call taken out of many."""
    for answer in story.answers:
        if answer.picked is None or answer.single_guarded or answer.others_answered:
            continue
        if answer.misnamed:
            continue  # the results of several calls get the id of one: TLP204 says so
        message = "only this call of the turn gets a result; a turn can hold several"
        if answer.piece:
            message = "the first call of each delta, whatever its index: parallel calls are put together as one"
        severity = Severity.WARNING if answer.serial else Severity.ERROR
        yield stated("TLP201", NAME, answer, message, severity, loss="unanswered", span=answer.picked)


RULE = Rule(
    code="TLP201",
    name=NAME,
    summary="One call of several gets a result, the others none",
    severity=Severity.ERROR,
    doc=__doc__ or "",
    check=check,
    fixable=True,
)

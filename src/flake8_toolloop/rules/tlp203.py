"""A path through the loop leaves a call without a result.

## What it does
Walks the loop over calls and reports where one can be left without a result: a tool name that no branch knows,
`continue`, `break`, a handler that swallows the exception, a `return` before the results while the history belongs to
the caller. Reports filters over a stored history as well that take results out and leave their calls in.

## Why it is wrong
Each call needs a result in the next message. The request that follows is refused, and every later one with it.

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
            if call.name == "search":
                results.append({"type": "tool_result", "tool_use_id": call.id, "content": run(call.name, call.input)})
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
            if call.name == "search":
                results.append({"type": "tool_result", "tool_use_id": call.id, "content": run(call.name, call.input)})
            else:
                result = {"type": "tool_result", "tool_use_id": call.id, "content": "unknown tool", "is_error": True}
                results.append(result)
        history.append({"role": "user", "content": results})
```

## When it is silent
- a result was appended on that path, or the call was put aside to be answered later
- nothing is sent any more
- results for the missing ids are filled in
- the calls of the results that are taken out of a history go too, or the copy without them is not sent with tools

## Fix
Adds a result with `is_error` on the path that has none, in the style of those that are there; a `break` becomes a
`continue`. Unsafe: what the model is told is a guess. None where the function is left, or the list is out of reach.

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

NAME = "unanswered-call"
HOW = {
    "branch": "a call that no branch here names gets no result",
    "except": "when this handler runs, the call gets no result",
    "continue": "`continue` leaves this call without a result",
    "break": "`break` leaves this call and those after it without a result",
    "return": "`return` leaves the turn's calls without results, and the history lives on",
    "left": "the calls after this one get no results: the loop over them is left, and the history lives on",
    "beyond": "the turn goes back with all its calls, and those beyond this slice get no results",
    "again": "a turn that was answered goes back once more, and its calls get no results after it",
    "forgotten": "results that this filter takes out of the history leave their calls there without an answer",
    "left out": "messages with results are left out of the history here, and the calls that they answer are not",
    "filter": "calls that do not pass this test get no result",
}


def check(story: Story) -> Iterator[Finding]:
    """Paths on which a call stays open while the history lives on."""
    for call in story.open_calls:
        message = HOW.get(call.why, call.why)
        yield stated("TLP203", NAME, call, message, Severity.ERROR, loss="unanswered")


RULE = Rule(
    code="TLP203",
    name=NAME,
    summary="A path through the loop leaves a call without a result",
    severity=Severity.ERROR,
    doc=__doc__ or "",
    check=check,
    fixable=True,
)

"""The history is cut by count or size while a cycle may be open.

## What it does
Reports a slice, a `pop(0)`, a `del h[:n]` or a `deque(maxlen=...)` that shortens a history between the requests of one
cycle without a look at where the cut falls.

## Why it is wrong
A result whose call was cut off is refused: where the first message kept holds results, the request fails. And the
deliberation of the open cycle that is cut off is lost.

## Example
```python
import anthropic

client = anthropic.Anthropic()


def loop(history, tools, run):
    while True:
        history[:] = history[-20:]
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=history, tools=tools)
        history.append({"role": "assistant", "content": reply.content})
        if reply.stop_reason != "tool_use":
            return reply
        calls = [b for b in reply.content if b.type == "tool_use"]
        results = [{"type": "tool_result", "tool_use_id": c.id, "content": run(c.name, c.input)} for c in calls]
        history.append({"role": "user", "content": results})
```

## Use instead
```python
import anthropic

client = anthropic.Anthropic()


def loop(history, tools, run):
    starts = [i for i, m in enumerate(history) if m["role"] == "user" and isinstance(m["content"], str)]
    history[:] = history[next((i for i in starts if i >= len(history) - 20), starts[-1]) :]
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=history, tools=tools)
        history.append({"role": "assistant", "content": reply.content})
        if reply.stop_reason != "tool_use":
            return reply
        calls = [b for b in reply.content if b.type == "tool_use"]
        results = [{"type": "tool_result", "tool_use_id": c.id, "content": run(c.name, c.input)} for c in calls]
        history.append({"role": "user", "content": results})
```

## When it is silent
- the code looks at the roles or kinds of the messages to find where it cuts
- what has lost its call is dropped, filled in or replaced after the cut
- the cut runs after the final answer, or before a new question
- the list holds plain text, or the cut goes to a screen or a log

## Fix
Moves the cut of a slice by number (`history[-20:]`) back to where no result loses its call: before a question of the
user's, or before a turn where the question is kept. It keeps more messages, and so is unsafe. None where messages are
taken out one by one, by size, or into a `deque`, and where they are objects of a class.

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

NAME = "trimmed-open-cycle"
HOW = {
    "slice": "this slice keeps messages by their number",
    "pop": "the oldest message is taken out",
    "popleft": "the oldest message is taken out",
    "remove": "the oldest message is taken out",
    "del": "the oldest messages are deleted",
    "budget": "the way back through the messages ends at a size",
    "deque": "each message that is added pushes the oldest out",
}


def check(story: Story) -> Iterator[Finding]:
    """Cuts between the requests of a cycle that look at nothing."""
    for cut in story.cuts:
        if cut.at_turn_boundary or cut.orphans_dropped or not (cut.cycle_open or cut.leads_in):
            continue
        when = "while a cycle may be open" if cut.cycle_open else "before the next cycle"
        message = f"{HOW[cut.how]} {when}: a result can lose its call"
        yield stated("TLP402", NAME, cut, message, Severity.ERROR, loss="orphaned")


RULE = Rule(
    code="TLP402",
    name=NAME,
    summary="The history is cut by count or size while a cycle may be open",
    severity=Severity.ERROR,
    doc=__doc__ or "",
    check=check,
)

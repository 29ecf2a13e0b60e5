"""A transcript is saved without some of its blocks, and loaded to be sent.

## What it does
Reports where a copy of a history is made that keeps the role and the text of each message, or where the words of a
turn are taken whose calls are answered next, if that is what is saved (to a file, a table, under a key), loaded again
in the same file and sent to the model.

## Why it is wrong
What goes back after the next start is another conversation: turns without the calls that they made, without thinking,
without the results. In the middle of a cycle the request is refused or the model begins anew; later it has forgotten
what its tools told it, and learns from its own turns to answer without calling any.

## Example
```python
import json
import pathlib

import anthropic

client = anthropic.Anthropic()
STORE = pathlib.Path("session.json")


def save(messages):
    rows = [
        {"role": m["role"], "content": "".join(b["text"] for b in m["content"] if b["type"] == "text")}
        for m in messages
    ]
    STORE.write_text(json.dumps(rows))


def resume(tools, answer):
    messages = json.loads(STORE.read_text())
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=messages, tools=tools)
        messages.append({"role": "assistant", "content": [b.to_dict() for b in reply.content]})
        if reply.stop_reason != "tool_use":
            return reply
        calls = [b for b in reply.content if b.type == "tool_use"]
        results = [{"type": "tool_result", "tool_use_id": c.id, "content": answer(c)} for c in calls]
        messages.append({"role": "user", "content": results})
        save(messages)
```

## Use instead
```python
import json
import pathlib

import anthropic

client = anthropic.Anthropic()
STORE = pathlib.Path("session.json")


def save(messages):
    STORE.write_text(json.dumps(messages))


def resume(tools, answer):
    messages = json.loads(STORE.read_text())
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=messages, tools=tools)
        messages.append({"role": "assistant", "content": [b.to_dict() for b in reply.content]})
        if reply.stop_reason != "tool_use":
            return reply
        calls = [b for b in reply.content if b.type == "tool_use"]
        results = [{"type": "tool_result", "tool_use_id": c.id, "content": answer(c)} for c in calls]
        messages.append({"role": "user", "content": results})
        save(messages)
```

## When it is silent
- the messages are saved as they are, or each block as data
- what is saved is shown, exported or counted, and never loaded; or what is loaded is not sent
- only the words of the answer that ends a cycle are saved
- no request offers tools, or the history holds no calls
- the copy keeps more of a message than its role and text

## Fix
None: the format of what is saved is the project's, and what was saved before has to stay readable.

## References
- https://platform.claude.com/docs/en/build-with-claude/extended-thinking
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from flake8_toolloop.findings import Finding, Severity
from flake8_toolloop.rules.base import Rule, stated

if TYPE_CHECKING:
    from flake8_toolloop.flow.story import Story

NAME = "lossy-transcript"


def check(story: Story) -> Iterator[Finding]:
    """Copies of a history that are saved with less than it has."""
    for saved in story.saved:
        message = f"{saved.lost} are not saved, and what is saved is loaded and sent again"
        yield stated("TLP405", NAME, saved, message, Severity.WARNING, loss="lost")


RULE = Rule(
    code="TLP405",
    name=NAME,
    summary="A transcript is saved without some of its blocks, and loaded to be sent",
    severity=Severity.WARNING,
    doc=__doc__ or "",
    check=check,
)

"""A message is made by hand without its reasoning field.

## What it does
Reports an assistant message in the Chat Completions style that is made again from named fields (`content`,
`tool_calls`) for an endpoint whose messages have one more that carries the reasoning: `reasoning_content`,
`reasoning_details`, `thinking_blocks`, `thinking`.

## Why it is wrong
The reasoning is part of the turn. DeepSeek, Kimi and Claude behind LiteLLM refuse the next request without it; other
endpoints accept it, and the model has to think again from nothing.

## Example
```python
from openai import OpenAI

client = OpenAI(base_url="https://api.deepseek.com")


def loop(history, tools, run):
    while True:
        reply = client.chat.completions.create(model="deepseek-chat", messages=history, tools=tools)
        message = reply.choices[0].message
        history.append({"role": "assistant", "content": message.content, "tool_calls": message.tool_calls})
        if not message.tool_calls:
            return message.content
        for call in message.tool_calls:
            history.append({"role": "tool", "tool_call_id": call.id, "content": run(call.function)})
```

## Use instead
```python
from openai import OpenAI

client = OpenAI(base_url="https://api.deepseek.com")


def loop(history, tools, run):
    while True:
        reply = client.chat.completions.create(model="deepseek-chat", messages=history, tools=tools)
        message = reply.choices[0].message
        history.append(message)
        if not message.tool_calls:
            return message.content
        for call in message.tool_calls:
            history.append({"role": "tool", "tool_call_id": call.id, "content": run(call.function)})
```

## When it is silent
- plain OpenAI and Azure, whose messages have no such field
- Groq and Cerebras, which refuse the field
- reasoning is switched off, or the models named have none
- the endpoint is a setting of the run (the strict persona is told)
- the message has the field, or something that is not known is spread into it
- the message itself is replayed on another path
- tests, few-shot examples, responses that the code makes itself

## Fix
Sends the message itself where the one that is made says the same of it, as an object or, where the history is plain
data, as `message.model_dump(exclude_none=True)`. Where the one that is made says something else (`content or ""`), it
gets the field. Where a class between reader and writer has the field, its value is passed on. Where a stream is read by
hand, its pieces are added up beside those of the text. None where nothing in reach holds it: the reason says who would
have to hand it over.

## References
- https://api-docs.deepseek.com/guides/thinking_mode
- https://openrouter.ai/docs/use-cases/reasoning-tokens
- https://docs.litellm.ai/docs/reasoning_content
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from flake8_toolloop.findings import Finding, Severity
from flake8_toolloop.rules.base import Rule, stated

if TYPE_CHECKING:
    from flake8_toolloop.flow.story import FieldsDropped, Story

NAME = "dropped-reasoning-field"


def check(story: Story) -> Iterator[Finding]:
    """Messages without the field that their endpoint needs."""
    for dropped in story.fields_dropped:
        severity = Severity.ERROR if dropped.missing and not dropped.empty else Severity.WARNING
        yield stated(
            "TLP107", NAME, dropped, message_of(dropped), severity, loss="lost" if dropped.rejected else "forgotten"
        )


def message_of(dropped: FieldsDropped) -> str:
    if not dropped.missing:
        return "the message is made again by hand: a reasoning field that the endpoint may have does not go back"
    if dropped.empty:
        return f"an empty `{dropped.missing}` is left out here; {dropped.endpoint} needs it even so"
    by = f", which {dropped.endpoint} needs back" if dropped.endpoint else ", which is read elsewhere in this file"
    beside = f" (only `{dropped.kept[0]}` is)" if dropped.kept else ""
    return f"the message is made again without `{dropped.missing}`{by}{beside}"


RULE = Rule(
    code="TLP107",
    name=NAME,
    summary="A message is made by hand without its reasoning field",
    severity=Severity.ERROR,
    doc=__doc__ or "",
    check=check,
    fixable=True,
)

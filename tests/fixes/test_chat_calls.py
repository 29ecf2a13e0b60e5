"""TLP201 where each result is a message: the loop over the calls makes one for each."""

from __future__ import annotations

from textwrap import dedent

import pytest

from flake8_toolloop.analysis import analyse
from flake8_toolloop.fixes.apply import fix_source
from flake8_toolloop.settings import Settings

BEFORE = """\
from openai import OpenAI

client = OpenAI()


def work(messages, tools, act):
    reply = client.chat.completions.create(model="gpt-5", messages=messages, tools=tools)
    message = reply.choices[0].message
    messages.append(message)
    if message.tool_calls:
        {picked}
    return client.chat.completions.create(model="gpt-5", messages=messages)
"""
STATEMENTS = """\
call = message.tool_calls[0]
        # run it
        output = act(call)
        messages.append({"role": "tool", "tool_call_id": call.id, "content": output})"""
LOOPED = """\
for call in message.tool_calls:
            # run it
            output = act(call)
            messages.append({"role": "tool", "tool_call_id": call.id, "content": output})"""


def test_every_call_gets_a_message() -> None:
    result = fix_source(BEFORE.format(picked=STATEMENTS), "x.py", Settings(), unsafe=True)
    assert result.source == BEFORE.format(picked=LOOPED)
    assert [f.code for f in result.remaining] == []


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        (
            """\
            def first(message):
                return message.tool_calls[0]


            def work(messages, tools, act):
                message = client.chat.completions.create(model="gpt-5", messages=messages).choices[0].message
                messages.append(message)
                call = first(message)
                messages.append({"role": "tool", "tool_call_id": call.id, "content": act(call)})
                return client.chat.completions.create(model="gpt-5", messages=messages)
            """,
            "first() takes the first call, and another function answers it: let it give all of them",
        ),
        (
            """\
            def work(messages, tools, act):
                message = client.chat.completions.create(model="gpt-5", messages=messages).choices[0].message
                messages.append(message)
                output = act(message)
                call = message.tool_calls[0]
                messages.append({"role": "tool", "tool_call_id": call.id, "content": output})
                return client.chat.completions.create(model="gpt-5", messages=messages)
            """,
            "the result was computed before and does not depend on the call: output",
        ),
    ],
)
def test_why_not(source: str, reason: str) -> None:
    head = BEFORE.split("def work", maxsplit=1)[0]
    findings = analyse(head + dedent(source), "x.py", Settings(), fixes=True).findings
    assert [(f.code, f.no_fix_reason) for f in findings] == [("TLP201", reason)]

"""Which tests on messages leave out those with results and keep the turns that made the calls."""

from __future__ import annotations

import pytest

from flake8_toolloop.analysis import analyse
from flake8_toolloop.settings import Settings

PROGRAM = """
import anthropic

client = anthropic.Anthropic(api_key="-")


def has(message, kind):
    content = message["content"]
    if isinstance(content, str):
        return False
    return any(block["type"] == kind for block in content)


def ask(history, tools, run):
    messages = [m for m in history if {test}]
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=messages, tools=tools)
        messages.append({{"role": "assistant", "content": [b.to_dict() for b in reply.content]}})
        calls = [b for b in reply.content if b.type == "tool_use"]
        if not calls:
            break
        results = [{{"type": "tool_result", "tool_use_id": c.id, "content": run(c.name, c.input)}} for c in calls]
        messages.append({{"role": "user", "content": results}})
    history[:] = messages
"""


def forgotten(test: str) -> bool:
    found = analyse(PROGRAM.format(test=test), "program.py", Settings()).findings
    return any(f.code == "TLP203" for f in found)


@pytest.mark.parametrize(
    "test",
    [
        'm["role"] == "assistant" or isinstance(m["content"], str)',
        'm.get("role") not in ("user",) or not isinstance(m["content"], list)',
        'not any(b["type"] == "tool_result" for b in m["content"])',
        'isinstance(m["content"], str) or all(b["type"] != "tool_result" for b in m["content"])',
        'not (m["role"] == "user" and any(b.get("type") in ("tool_result",) for b in m["content"]))',
        'not has(m, "tool_result")',
        'any(b["type"] == "tool_use" for b in m["content"]) or isinstance(m["content"], str)',
    ],
)
def test_results_go_and_calls_stay(test: str) -> None:
    assert forgotten(test)


@pytest.mark.parametrize(
    "test",
    [
        'isinstance(m["content"], str)',
        'm["role"] != "system"',
        'm["content"]',
        'm["role"] in ("user", "assistant")',
        'all(b["type"] == "text" for b in m["content"])',
        'not has(m, "tool_result") and not has(m, "tool_use")',
        'any(b["type"] == "text" for b in m["content"])',
        "keep(m)",
        'm["role"] == "assistant" and all(b["type"] != "tool_use" for b in m["content"])',
        'not any(b["type"] == "image" for b in m["content"])',
        'm["stamp"] > 5 or not has(m, "tool_result")',
    ],
)
def test_both_go_or_both_stay_or_nobody_knows(test: str) -> None:
    assert not forgotten(test)

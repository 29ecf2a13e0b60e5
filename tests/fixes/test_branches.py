"""A kind gets a branch of its own where a whole replay would go round what the code does with other kinds."""

from __future__ import annotations

from textwrap import indent

import pytest

from flake8_toolloop.analysis import analyse
from flake8_toolloop.fixes.apply import fix_source
from flake8_toolloop.settings import Settings

HEAD = """\
import anthropic

client = anthropic.Anthropic()
KEPT = {"type", "id"}


def talk(h):
    while True:
        resp = client.messages.create(model="m", max_tokens=9, messages=h, tools=TOOLS)
        made = []
        for b in resp.content:
"""
KNOWN = """\
if b.type == "text":
    made.append({"type": "text", "text": b.text})
elif b.type == "tool_use":
    made.append({"type": "tool_use", "id": b.id, "name": b.name, "input": b.input})
"""
TAIL = """\
        h.append({"role": "assistant", "content": made})
        calls = [b for b in resp.content if b.type == "tool_use"]
        results = [{"type": "tool_result", "tool_use_id": b.id, "content": run(b)} for b in calls]
        h.append({"role": "user", "content": results})
"""
CLEANS = "made.append({k: v for k, v in b.to_dict().items() if k in KEPT})\n"
BRANCH = 'elif b.type in ("thinking", "redacted_thinking"):\n    made.append(b.to_dict())\n'


def program(chain: str, tail: str = TAIL) -> str:
    return HEAD + indent(chain, " " * 12) + tail


def repaired(source: str, code: str) -> str:
    findings = [f for f in analyse(source, "agent.py", Settings(), fixes=True).findings if f.code == code]
    assert findings
    assert all(f.fixes for f in findings), [f.no_fix_reason for f in findings]
    after = fix_source(source, "agent.py", Settings(), unsafe=True).source
    assert not [f for f in analyse(after, "agent.py", Settings()).findings if f.code == code]
    return after


def reasons(source: str, code: str) -> list[str | None]:
    return [f.no_fix_reason for f in analyse(source, "agent.py", Settings(), fixes=True).findings if f.code == code]


@pytest.mark.parametrize(
    "fallback",
    [f"else:\n    {CLEANS}", f'elif hasattr(b, "type"):\n    {CLEANS}'],
    ids=["else", "a test that every kind passes"],
)
def test_a_loop_that_cleans_other_kinds_gets_a_branch(fallback: str) -> None:
    assert repaired(program(KNOWN + fallback), "TLP103") == program(KNOWN + BRANCH + fallback)


def test_a_list_with_two_readers_is_put_right_once() -> None:
    part = 'else:\n    made.append({"type": b.type})\n'
    early = (
        '        if resp.stop_reason == "pause_turn":\n            h.append({"role": "assistant", "content": made})\n'
    )
    tail = early + "            continue\n" + TAIL
    assert repaired(program(KNOWN + part, tail), "TLP103") == program(KNOWN + BRANCH + part, tail)


def test_where_the_loop_has_no_such_chain_it_is_left() -> None:
    (reason,) = reasons(program(CLEANS), "TLP103")
    assert reason is not None
    assert "also cleans what goes back" in reason


STORED = """\
import anthropic

client = anthropic.Anthropic()


def encoded(msg):
    blocks = []
    for kept in msg.get("thinking_blocks") or []:
        {test}
            {made}
    blocks.append({{"type": "text", "text": msg["text"]}})
    for call in msg["calls"]:
        blocks.append({{"type": "tool_use", "id": call["id"], "name": call["name"], "input": call["input"]}})
    return {{"role": "assistant", "content": blocks}}


def ask(stored):
    return client.messages.create(model="m", max_tokens=9, messages=[encoded(m) for m in stored], tools=TOOLS)
"""
MADE = 'blocks.append({"type": "thinking", "thinking": kept["thinking"], "signature": kept["signature"]})'


def test_stored_blocks_go_by_the_names_of_their_fields() -> None:
    source = STORED.format(test='if kept.get("type") == "thinking":', made=MADE)
    (found,) = (f for f in analyse(source, "agent.py", Settings(), fixes=True).findings if f.code == "TLP103")
    assert found.fix is not None
    assert found.fix.applicability.value == "unsafe"
    new = 'elif kept.get("type") == "redacted_thinking" and kept.get("data"):'
    branch = f'{new}\n            blocks.append({{"type": "redacted_thinking", "data": kept["data"]}})'
    assert repaired(source, "TLP103") == source.replace(MADE, f"{MADE}\n        {branch}")


EDITED = """\
import anthropic


class Agent:
    def __init__(self):
        self.client = anthropic.Anthropic()
        self.h = []

    def trim(self):
        for m in self.h:
            if isinstance(m["content"], str):
                continue
            for b in m["content"]:
                kind = b["type"]
{}

    def step(self):
        self.trim()
        resp = self.client.messages.create(model="m", max_tokens=9, messages=self.h, tools=TOOLS)
        self.h.append({{"role": "assistant", "content": [b.to_dict() for b in resp.content]}})
        results = [run(b) for b in resp.content if b.type == "tool_use"]
        self.h.append({{"role": "user", "content": results}})
"""
UNSIGNED = '\n\ndef from_other(text):\n    return {"type": "thinking", "thinking": text}\n'
CUT = 'b["thinking"] = b["thinking"][:99]\n'
CHAIN = f"""\
if kind == "thinking":
    {CUT}elif kind == "text":
    b["text"] = b["text"][:9]"""
OPEN = f"""\
if kind == "thinking":
    {CUT}else:
    b["seen"] = 1"""


def edited(chain: str) -> str:
    return EDITED.format(indent(chain, " " * 16))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (CHAIN, CHAIN.replace('"thinking":', '"thinking" and not b.get("signature"):')),
        (OPEN, OPEN.replace(CUT, f'if not b.get("signature"):\n        {CUT}')),
    ],
    ids=["in the test", "under one of its own"],
)
def test_an_edit_of_unsigned_blocks_stays(before: str, after: str) -> None:
    assert repaired(edited(before) + UNSIGNED, "TLP302") == edited(after) + UNSIGNED
    assert CUT not in repaired(edited(before), "TLP302")


def test_an_edit_that_cannot_be_told_apart_is_left() -> None:
    source = edited('if kind == "thinking": b["thinking"] = b["thinking"][:99]\nelse: b["seen"] = 1') + UNSIGNED
    (reason,) = reasons(source, "TLP302")
    assert "blocks without a signature" in str(reason)

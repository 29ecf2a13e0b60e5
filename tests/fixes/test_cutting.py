"""TLP402: after the repair no history begins with a result whose call is gone."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import Any

import hypothesis
import pytest
from hypothesis import given
from hypothesis import strategies as st

from flake8_toolloop.analysis import analyse
from flake8_toolloop.fixes import guards
from flake8_toolloop.fixes.apply import fix_source
from flake8_toolloop.settings import Settings

CLAUDE = """\
import anthropic

client = anthropic.Anthropic()


def trim(history: list[dict]) -> list[dict]:
{cut}


def loop(question, tools, run):
    history = [{{"role": "user", "content": {question}}}]
    while True:
        history = trim(history)
        reply = client.messages.create(model="m", max_tokens=9, messages=history, tools=tools)
        history.append({{"role": "assistant", "content": reply.content}})
        if reply.stop_reason != "tool_use":
            return reply
        calls = [b for b in reply.content if b.type == "tool_use"]
        results = [{{"type": "tool_result", "tool_use_id": c.id, "content": run(c)}} for c in calls]
        history.append({{"role": "user", "content": results}})
"""
CHAT = """\
from openai import OpenAI

client = OpenAI()


def trim(history: list[dict]) -> list[dict]:
{cut}


def loop(question, tools, run):
    history = [{{"role": "user", "content": {question}}}]
    while True:
        history = trim(history)
        message = client.chat.completions.create(model="m", messages=history, tools=tools).choices[0].message
        history.append(message.model_dump())
        if not message.tool_calls:
            return message
        for call in message.tool_calls:
            history.append({{"role": "tool", "tool_call_id": call.id, "content": run(call)}})
"""
TEXT, BLOCKS = "question", '[{"type": "text", "text": question}]'
CUTS = {
    "returned": "    return history[-4:]  # the last",
    "bound": "    # the last\n    if len(history) > 4:\n        history = history[-4:]\n    return history",
    "with the first": "    if len(history) > 4:\n        return history[:1] + history[-4:]\n    return history",
    "displayed": "    if len(history) > 4:\n        return [history[0], *history[-(2 + 2):]]\n    return history",
}


def codes(source: str) -> list[str]:
    return [f.code for f in analyse(source, "x.py", Settings()).findings]


@lru_cache
def pair(cut: str, question: str, chat: bool) -> tuple[str, str]:
    source = (CHAT if chat else CLAUDE).format(cut=CUTS[cut], question=question)
    return source, fix_source(source, "x.py", Settings(), unsafe=True).source


@pytest.mark.parametrize("chat", [False, True])
@pytest.mark.parametrize("question", [TEXT, BLOCKS])
@pytest.mark.parametrize("cut", CUTS)
def test_it_is_repaired_once(cut: str, question: str, chat: bool) -> None:
    source, after = pair(cut, question, chat)
    assert "TLP402" in codes(source)
    assert "TLP402" not in codes(after)
    assert not guards.lost_comments(source, after)
    assert fix_source(after, "x.py", Settings(), unsafe=True).source == after


def trimmed(source: str, history: list[Any]) -> list[Any]:
    body = source[source.index("def trim") : source.index("def loop")]
    names: dict[str, Any] = {}
    exec(compile(body, "x.py", "exec"), names)
    found = names["trim"](list(history))
    assert isinstance(found, list)
    return found


ROUNDS = st.lists(st.integers(0, 4), min_size=1, max_size=5)


def told(rounds: list[int], question: str, chat: bool) -> list[Any]:
    """Questions, each with some rounds of calls and results, and a final answer but for the last."""
    history: list[Any] = []
    for number, count in enumerate(rounds):
        text = f"q{number}"
        history.append({"role": "user", "content": text if question == TEXT else [{"type": "text", "text": text}]})
        for inner in range(count):
            ident = f"{number}.{inner}"
            if chat:
                history.append(
                    {"role": "assistant", "content": None, "tool_calls": [{"id": ident}, {"id": f"{ident}b"}]}
                )
                history += [{"role": "tool", "tool_call_id": i, "content": ""} for i in (ident, f"{ident}b")]
            else:
                history.append({"role": "assistant", "content": [{"type": "tool_use", "id": ident}]})
                history.append({"role": "user", "content": [{"type": "tool_result", "tool_use_id": ident}]})
        if number < len(rounds) - 1:
            history.append({"role": "assistant", "content": "done"})
    return history


def orphans(history: list[Any]) -> list[str]:
    known: set[str] = set()
    lost = []
    for message in history:
        blocks = message["content"] if isinstance(message["content"], list) else []
        known |= {call["id"] for call in message.get("tool_calls", ())}
        known |= {block["id"] for block in blocks if block["type"] == "tool_use"}
        answered = [message["tool_call_id"]] if message["role"] == "tool" else []
        answered += [block["tool_use_id"] for block in blocks if block["type"] == "tool_result"]
        lost += [ident for ident in answered if ident not in known]
    return lost


@hypothesis.settings(deadline=None)
@given(rounds=ROUNDS, cut=st.sampled_from(sorted(CUTS)), question=st.sampled_from([TEXT, BLOCKS]), chat=st.booleans())
def test_no_result_loses_its_call(rounds: list[int], cut: str, question: str, chat: bool) -> None:
    _, after = pair(cut, question, chat)
    history = told(rounds, question, chat)
    kept = trimmed(after, history)
    assert orphans(kept) == []
    assert kept[-4:] == history[-4:]
    assert chat or kept[0]["role"] == "user"
    roles = [message["role"] for message in kept]
    assert chat or all(one != other for one, other in pairwise(roles))


@pytest.mark.parametrize(
    ("cut", "reason"),
    [
        ("    while len(history) > 4:\n        history.pop(0)\n    return history", "take out whole turns"),
        (
            "    head = list(history[:2])\n    return head + history[-4:]",
            "where the history may be cut is for you to say",
        ),
    ],
)
def test_why_not(cut: str, reason: str | tuple[str, ...]) -> None:
    source = CLAUDE.format(cut=cut, question=TEXT)
    found = [
        f.no_fix_reason or "" for f in analyse(source, "x.py", Settings(), fixes=True).findings if f.code == "TLP402"
    ]
    assert found
    assert all(text.startswith(reason) for text in found)

"""From a finding and its nodes to a fix, or to the reason why there is none."""

from __future__ import annotations

from dataclasses import replace
from textwrap import indent
from typing import TYPE_CHECKING

import pytest

from flake8_toolloop.findings import Applicability, Confidence, Finding, Fix, Severity, Span
from flake8_toolloop.fixes import leftovers
from flake8_toolloop.fixes.code import Rewrite
from flake8_toolloop.fixes.edits import apply_edits
from flake8_toolloop.fixes.planner import Target, plan

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.fixes.conftest import Marked

SOURCE = """\
def f(messages, resp):
    turn = []
    for b in resp.content:
        if b.type == "thinking":
            turn.append(«made:{"type": "thinking", "thinking": b.thinking}»)
        elif «gate:b.text»:
            turn.append(b)
    messages.append({"role": "assistant", "content": «content:turn»})
"""


def finding(code: str) -> Finding:
    return Finding(code, "", "", Severity.ERROR, Confidence.CERTAIN, Span(1, 0, 1, 1))


def fixed(target: Target, code: str) -> str:
    fix = plan(finding(code), target)
    assert isinstance(fix, Fix), fix
    return apply_edits(target.code.source, fix.edits)


@pytest.mark.parametrize("code", ["TLP101", "TLP102", "TLP103", "TLP104", "TLP108"])
def test_the_unit_is_replayed(code: str, marked: Callable[[str], Marked]) -> None:
    source = marked(SOURCE)
    fix = plan(finding(code), Target(source.code, content=source.expr("content"), unit="resp.content"))
    assert isinstance(fix, Fix)
    assert (fix.message, fix.applicability) == ("Replay resp.content", Applicability.SAFE)
    text = apply_edits(source.code.source, fix.edits)
    assert text.splitlines()[1:] == ['    messages.append({"role": "assistant", "content": resp.content})']


def test_a_history_that_is_dumped_takes_plain_data(marked: Callable[[str], Marked]) -> None:
    source = marked(SOURCE)
    target = Target(source.code, content=source.expr("content"), unit="resp.content", dumped="json.dumps() on line 9")
    assert '"content": [block.to_dict() for block in resp.content]}' in fixed(target, "TLP101")
    assert '"content": resp.content}' in fixed(replace(target, objects=False), "TLP101")


def test_a_screen_that_would_show_the_new_blocks_makes_it_unsafe(marked: Callable[[str], Marked]) -> None:
    source = marked(SOURCE)
    target = Target(source.code, content=source.expr("content"), unit="resp.content", shown="the print on line 9")
    fix = plan(finding("TLP101"), target)
    assert isinstance(fix, Fix)
    assert fix.applicability is Applicability.UNSAFE
    assert fix.message == "Replay resp.content (the print on line 9 would see what is new)"


def test_a_lost_comment_makes_it_unsafe(marked: Callable[[str], Marked]) -> None:
    source = marked(SOURCE.replace("turn.append(b)", "turn.append(b)  # the rest"))
    fix = plan(finding("TLP101"), Target(source.code, content=source.expr("content"), unit="resp.content"))
    assert isinstance(fix, Fix)
    assert fix.applicability is Applicability.UNSAFE
    assert "the comment '# the rest' goes" in fix.message


def test_out_of_reach(marked: Callable[[str], Marked]) -> None:
    source = marked(SOURCE)
    target = Target(source.code, content=source.expr("content"), unreachable="Reply has no field for the response")
    assert plan(finding("TLP102"), target) == "Reply has no field for the response"
    assert plan(finding("TLP301"), target) == "Reply has no field for the response"
    assert plan(replace(finding("TLP301"), no_fix_reason="only they sign"), target) == "only they sign"


def test_the_block_is_handed_on_where_the_unit_is_out_of_reach(marked: Callable[[str], Marked]) -> None:
    source = marked(SOURCE)
    target = Target(source.code, content=source.expr("content"), made=source.expr("made"), block="b")
    assert '        if b.type == "thinking":\n            turn.append(b)\n' in fixed(target, "TLP103")
    assert "condition tells the block's kind" in str(
        plan(finding("TLP108"), Target(source.code, gate=source.expr("gate")))
    )


def test_the_last_reason_is_given(marked: Callable[[str], Marked]) -> None:
    source = marked("if b.type == 'thinking':\n    f(«made:{'type': 'thinking'}»)\n«test:is_thinking(b)»\n")
    target = Target(source.code, made=source.expr("made"), block="b", test=source.expr("test"))
    assert "not followed" in str(plan(finding("TLP103"), target))
    assert "not followed" in str(plan(finding("TLP103"), replace(target, made=None)))


def test_an_edit_and_the_unit(marked: Callable[[str], Marked]) -> None:
    source = marked("m.append({'content': «content:[{'thinking': «edit:«original:b.thinking».strip()»}]»})\n")
    edited = Target(
        source.code,
        content=source.expr("content"),
        unit="r.content",
        edit=source.expr("edit"),
        original=source.expr("original"),
    )
    assert fixed(edited, "TLP302") == "m.append({'content': [{'thinking': b.thinking}]})\n"
    assert fixed(replace(edited, edit=None), "TLP302") == "m.append({'content': r.content})\n"


def test_results_and_calls(marked: Callable[[str], Marked]) -> None:
    source = marked("for «loop:c» in cs:\n    h.append({'content': «content:[a(c)]»})\n")
    target = Target(source.code, loop=source.loop(), contents=(source.expr("content"),))
    assert fixed(target, "TLP202").startswith("results = []\nfor c in cs:\n    results.append(a(c))\n")
    source = marked("h.append({'content': [«result:a(«pick:calls[0]»)»]})\n")
    target = Target(source.code, pick=source.expr("pick"))
    assert plan(finding("TLP201"), target) == "the result and its message are put together out of sight"
    fix = plan(finding("TLP201"), replace(target, result=source.expr("result")))
    assert isinstance(fix, Fix)
    assert fix.applicability is Applicability.UNSAFE
    assert apply_edits(source.code.source, fix.edits) == "h.append({'content': [a(call) for call in calls]})\n"


def test_blocks_replayed_one_by_one(marked: Callable[[str], Marked]) -> None:
    text = "for «loop:b» in r.content:\n    if b.x:\n        h.append({'content': «content:[b]»})\n"
    source = marked(text)
    target = Target(source.code, content=source.expr("content"), unit="r.content", loop=source.loop())
    assert fixed(target, "TLP101") == "h.append({'content': r.content})\n"
    source = marked("def f(h, r):\n" + indent(text, "    "))
    target = Target(source.code, content=source.expr("content"), unit="r.content", loop=source.loop())
    assert fixed(target, "TLP101") == "def f(h, r):\n    h.append({'content': r.content})\n"


def test_a_rewrite_that_breaks_the_code_is_no_fix(
    marked: Callable[[str], Marked], monkeypatch: pytest.MonkeyPatch
) -> None:
    source = marked("f(«content:x»)\n")
    target = Target(source.code, content=source.expr("content"), unit="r.content")
    broken = Rewrite((source.code.replace(source.expr("content"), "("),))
    monkeypatch.setattr(leftovers, "replace_and_clean", lambda *_: broken)
    assert plan(finding("TLP101"), target) == "the result is no valid Python"
    twice = Rewrite(broken.edits * 2)
    monkeypatch.setattr(leftovers, "replace_and_clean", lambda *_: twice)
    assert "overlapping" in str(plan(finding("TLP101"), target))

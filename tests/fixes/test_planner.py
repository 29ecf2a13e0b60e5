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


def preferred(target: Target, code: str) -> Fix:
    fixes = plan(finding(code), target)
    assert not isinstance(fixes, str), fixes
    return fixes[0]


def fixed(target: Target, code: str) -> str:
    return apply_edits(target.code.source, preferred(target, code).edits)


def ways(target: Target, code: str) -> list[str]:
    fixes = plan(finding(code), target)
    assert not isinstance(fixes, str), fixes
    return [fix.message for fix in fixes]


@pytest.mark.parametrize("code", ["TLP101", "TLP102", "TLP103", "TLP104", "TLP108"])
def test_the_unit_is_replayed(code: str, marked: Callable[[str], Marked]) -> None:
    source = marked(SOURCE)
    fix = preferred(Target(source.code, content=source.expr("content"), unit="resp.content"), code)
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
    fix = preferred(target, "TLP101")
    assert fix.applicability is Applicability.UNSAFE
    assert fix.message == "Replay resp.content (the print on line 9 would see what is new)"


def test_a_lost_comment_makes_it_unsafe(marked: Callable[[str], Marked]) -> None:
    source = marked(SOURCE.replace("turn.append(b)", "turn.append(b)  # the rest"))
    fix = preferred(Target(source.code, content=source.expr("content"), unit="resp.content"), "TLP101")
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
    fix = preferred(replace(target, result=source.expr("result")), "TLP201")
    assert fix.applicability is Applicability.UNSAFE
    assert apply_edits(source.code.source, fix.edits) == "h.append({'content': [a(call) for call in calls]})\n"


def test_each_way_that_is_enough_alone_is_offered(marked: Callable[[str], Marked]) -> None:
    source = marked(SOURCE)
    whole = Target(source.code, content=source.expr("content"), unit="resp.content")
    plain = ["Replay resp.content", "Replay resp.content as plain data"]
    assert ways(replace(whole, converts=True), "TLP102") == plain
    assert ways(whole, "TLP101") == plain[:1]  # blocks stood there before
    assert ways(replace(whole, converts=True, objects=False), "TLP102") == plain[:1]
    assert ways(replace(whole, converts=True, dumped="json.dumps()"), "TLP102") == plain[1:]
    block = Target(source.code, made=source.expr("made"), block="b")
    assert ways(block, "TLP303") == ["Pass the block itself on", "Pass the block itself on as plain data"]
    assert ways(replace(block, objects=False), "TLP303") == ["Pass the block itself on"]


def test_one_call_a_turn_may_be_what_is_wanted(marked: Callable[[str], Marked]) -> None:
    source = marked("def f(calls):\n    call = «pick:calls[0]»\n    h.append({'content': [«result:a(call)»]})\n")
    target = Target(source.code, pick=source.expr("pick"), result=source.expr("result"))
    fixes = plan(finding("TLP201"), target)
    assert not isinstance(fixes, str)
    assert [fix.applicability for fix in fixes] == [Applicability.UNSAFE] * 2
    after = apply_edits(source.code.source, fixes[1].edits).splitlines()
    assert after[1].strip() == "if len(calls) > 1:"
    assert after[2].strip().startswith("raise RuntimeError(")
    assert after[3:] == source.code.source.splitlines()[1:]
    assert len(ways(replace(target, kind='{}.type == "tool_use"'), "TLP201")) == 1


def test_an_edit_in_a_helper_would_stay_where_the_unit_is_replayed(marked: Callable[[str], Marked]) -> None:
    source = marked(
        "def copied(b):\n    return {'thinking': «edit:«original:b.thinking».strip()»}\n"
        "m.append({'content': «content:[copied(b) for b in r.content]»})\n"
    )
    target = Target(
        source.code,
        content=source.expr("content"),
        unit="r.content",
        edit=source.expr("edit"),
        original=source.expr("original"),
    )
    assert ways(target, "TLP302") == ["Take the edit out"]


def test_blocks_replayed_one_by_one(marked: Callable[[str], Marked]) -> None:
    text = "for «loop:b» in r.content:\n    if b.x:\n        h.append({'content': «content:[b]»})\n"
    source = marked(text)
    target = Target(source.code, content=source.expr("content"), unit="r.content", loop=source.loop())
    assert fixed(target, "TLP101") == "if r.content:\n    h.append({'content': r.content})\n"
    source = marked("def f(h, r):\n" + indent(text, "    "))
    target = Target(source.code, content=source.expr("content"), unit="r.content", loop=source.loop())
    assert fixed(target, "TLP101") == "def f(h, r):\n    if r.content:\n        h.append({'content': r.content})\n"


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

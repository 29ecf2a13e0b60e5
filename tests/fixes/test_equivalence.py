"""Generated loops: a rewrite changes what is sent as it should, and nothing else that the program does."""

from __future__ import annotations

import ast
import itertools
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flake8_toolloop.fixes import guards
from flake8_toolloop.fixes.calls import all_calls
from flake8_toolloop.fixes.code import Code, Rewrite
from flake8_toolloop.fixes.edits import apply_edits
from flake8_toolloop.fixes.leftovers import replace_and_clean
from flake8_toolloop.fixes.results import collect_results

KINDS = ("text", "thinking", "redacted_thinking", "tool_use", "other")
FEEDS = (
    "kept.append(b)",
    "kept += [b]",
    "kept.append({'type': b.type})",
    "kept.insert(0, b)",
    "part = [b]; kept.extend(part)",
)
LIVE = ("seen.append(b.type)", "say(b.type)", "count += 1", "note = b.type; say(note)", "pass")
TESTS = (
    *(f"b.type == '{kind}'" for kind in KINDS),
    "b.type in ('text', 'tool_use')",
    "b.type != 'thinking'",
    "'thinking' in b.type",
    "isinstance(b, TextBlock)",
    "b.flag",
    "not b.flag",
)
EXITS = ("continue", "break")


def statements(depth: int) -> st.SearchStrategy[list[str]]:
    """The lines of a block, with the indentation that they have in it."""
    simple = st.sampled_from([*FEEDS, *LIVE]).map(lambda text: [text])
    options = [simple, simple]
    if depth:
        options += [chains(depth - 1), st.sampled_from(EXITS).flatmap(leaving), matches(depth - 1)]
    return st.lists(st.one_of(options), min_size=1, max_size=3).map(lambda blocks: list(itertools.chain(*blocks)))


def leaving(exit_: str) -> st.SearchStrategy[list[str]]:
    return st.sampled_from(TESTS).map(lambda test: [f"if {test}:", f"    {exit_}"])


def indented(lines: list[str]) -> list[str]:
    return [f"    {line}" for line in lines]


@st.composite
def chains(draw: st.DrawFn, depth: int) -> list[str]:
    lines = []
    for number in range(draw(st.integers(1, 4))):
        lines += [f"{'elif' if number else 'if'} {draw(st.sampled_from(TESTS))}:", *indented(draw(statements(depth)))]
    if draw(st.booleans()):
        lines += ["else:", *indented(draw(statements(depth)))]
    return lines


@st.composite
def matches(draw: st.DrawFn, depth: int) -> list[str]:
    kinds = draw(st.lists(st.sampled_from(KINDS), min_size=1, max_size=3, unique=True))
    lines = ["match b.type:"]
    for kind in kinds:
        lines += [f"    case '{kind}':", *indented(indented(draw(statements(depth))))]
    if draw(st.booleans()):
        lines += ["    case _:", *indented(indented(draw(statements(depth))))]
    return lines


class TextBlock(SimpleNamespace):
    """A block that is told by its class."""


def blocks() -> list[SimpleNamespace]:
    made = itertools.product(KINDS, (True, False))
    return [(TextBlock if k == "text" else SimpleNamespace)(type=k, flag=f, id=i) for i, (k, f) in enumerate(made)]


def run(source: str, **names: Any) -> list[Any]:
    """What a program does: what it says and calls, what it sends, what it gives back."""
    done: list[Any] = []
    namespace = {"say": done.append, "TextBlock": TextBlock, **names}
    exec(compile(source, "generated", "exec"), namespace)
    resp = SimpleNamespace(content=blocks())
    messages: list[Any] = []
    done.append(namespace["f"](messages, resp, done.append))
    return [*done, repr(messages)]


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(statements(2), st.sampled_from(["", "    say(len(seen))\n", "    for b in resp.content:\n        say(b.id)\n"]))
def test_what_is_taken_out_was_of_no_use(lines: list[str], tail: str) -> None:
    source = (
        "def f(messages, resp, answer):\n    kept = []\n    seen = []\n    count = 0\n    for b in resp.content:\n"
        + "".join(f"        {line}\n" for line in lines)
        + "    messages.append({'role': 'assistant', 'content': kept})\n"
        + tail
        + "    return seen, count\n"
    )
    code = Code(source)
    content = next(n for n in ast.walk(code.tree) if isinstance(n, ast.Dict) and len(n.keys) == 2).values[1]
    rewrite = replace_and_clean(code, content, "resp.content")
    change = guards.Change(source, rewrite.edits)
    assert guards.unplanned(change) is None
    assert "kept" not in change.after
    assert run(change.after) == run(source.replace("'content': kept", "'content': resp.content"))


STEPS = ("say(c.id)", "out = answer(c.id)", "if c.flag:\n            say('flag')", "note = [c.type, c.id]")


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.sampled_from(STEPS), max_size=3),
    st.sampled_from([LIVE[4], "if c.flag: continue", "if c.id > 5: break"]),
)
def test_collected_results_are_those_that_were_sent(steps: list[str], leave: str) -> None:
    source = (
        "def f(messages, resp, answer):\n    for c in resp.content:\n"
        + "".join(f"        {line}\n" for line in [*steps, leave])
        + "        messages.append({'role': 'user', 'content': [{'id': c.id, 'content': c.type}]})\n"
        + "    return len(resp.content)\n"
    )
    code = Code(source)
    loop = next(n for n in ast.walk(code.tree) if isinstance(n, ast.For))
    content = next(n for n in ast.walk(code.tree) if isinstance(n, ast.Dict) and n.lineno > 2).values[1]
    rewrite = collect_results(code, loop, [content])
    assert isinstance(rewrite, Rewrite), rewrite
    change = guards.Change(source, rewrite.edits)
    assert guards.unplanned(change) is None
    *before, sent = run(source)
    *after, sent_once = run(change.after)
    assert before == after
    each = [item for message in ast.literal_eval(sent) for item in message["content"]]
    once = [item for message in ast.literal_eval(sent_once) for item in message["content"]]
    assert each == once
    assert len(ast.literal_eval(sent_once)) == min(len(each), 1)


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(
        ["next(b for b in resp.content if b.type == 'tool_use')", "resp.content[0]", "list(resp.content)[0]"]
    ),
    st.lists(st.sampled_from(STEPS), max_size=3),
    st.sampled_from(["c.id", "answer(c.id)"]),
)
def test_each_call_is_answered_as_the_first_was(pick: str, steps: list[str], value: str) -> None:
    source = (
        f"def f(messages, resp, answer):\n    c = {pick}\n"
        + "".join(f"    {line}\n".replace("            ", "        ") for line in steps)
        + f"    messages.append({{'role': 'user', 'content': [{{'id': c.id, 'content': {value}}}]}})\n"
        + "    return len(resp.content)\n"
    )
    code = Code(source)
    first = next(n for n in ast.walk(code.tree) if isinstance(n, ast.Assign)).value
    result = max((n for n in ast.walk(code.tree) if isinstance(n, ast.Dict)), key=lambda n: n.col_offset)
    rewrite = all_calls(code, first, result)
    assert isinstance(rewrite, Rewrite), rewrite
    after = apply_edits(source, rewrite.edits)
    assert guards.unplanned(guards.Change(source, rewrite.edits)) is None
    calls = [b.id for b in blocks() if b.type == "tool_use" or "next" not in pick]
    sent = ast.literal_eval(run(after)[-1])
    assert [item["id"] for item in sent[0]["content"]] == calls
    assert len(sent) == 1

"""TLP202: a result that joins the results before it, where messages are put into the history one at a time."""

from __future__ import annotations

import ast
from functools import lru_cache
from textwrap import dedent
from typing import TYPE_CHECKING, Any

import hypothesis
import pytest
from hypothesis import given
from hypothesis import strategies as st

from flake8_toolloop.analysis import analyse
from flake8_toolloop.fixes import guards
from flake8_toolloop.fixes.apply import fix_source
from flake8_toolloop.fixes.joined import Join, Words, join_result
from flake8_toolloop.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Callable

    from flake8_toolloop.fixes.code import Rewrite
    from tests.fixes.conftest import Marked


def join(marked: Marked) -> Rewrite | str:
    statement = marked.code.statement(marked.expr("message"))
    assert isinstance(statement, (ast.Expr, ast.AugAssign))
    content = marked.expr("content") if "content" in marked.nodes else None
    words = Words(role='"rôle"' if "🤦" in marked.code.source else '"role"')
    target = Join(statement, marked.expr("history"), marked.expr("message"), content, words, "plain" in marked.nodes)
    return join_result(marked.code, target)


CASES = {
    "a name": (
        """\
        def f(messages, calls):
            for c in calls:
                if c.done:
                    result = answer(c)
                    # told at once
                    «history:messages».append(«message:{"role": "user", "content": «content:[result]»}»)  # told
                else:
                    «plain:later»(c)
        """,
        """\
        def f(messages, calls):
            for c in calls:
                if c.done:
                    result = answer(c)
                    # told at once
                    last = messages[-1] if messages else {}
                    if (
                        last.get("role") == "user"
                        and isinstance(last["content"], list)
                        and any(block.get("type") == "tool_result" for block in last["content"])
                    ):
                        last["content"].append(result)
                    else:
                        messages.append({"role": "user", "content": [result]})  # told
                else:
                    later(c)
        """,
    ),
    "made in the message, names that are taken": (
        """\
        def f(messages, c, last, result):
            block = c
            «history:messages».append(
                «message:{
                    "role": "user",
                    "content": «content:[
                        {
                            "type": "tool_result",  # as it came
                            "tool_use_id": c.id,
                        }
                    ]»,
                }»
            )
        """,
        """\
        def f(messages, c, last, result):
            block = c
            tool_result = {
                "type": "tool_result",  # as it came
                "tool_use_id": c.id,
            }
            previous = messages[-1] if messages else None
            if (
                isinstance(previous, dict)
                and previous.get("role") == "user"
                and isinstance(previous["content"], list)
                and any(b.get("type") == "tool_result" for b in previous["content"])
            ):
                previous["content"].append(tool_result)
            else:
                messages.append({"role": "user", "content": [tool_result]})
        """,
    ),
    "a comment beside the result": (
        """\
        def f(messages, c):
            «history:messages».append(«message:{
                "role": "user",
                "content": «content:[
                    # one each
                    answer(c)
                ]»
            }»)
        """,
        """\
        def f(messages, c):
            result = answer(c)
            last = messages[-1] if messages else None
            if (
                isinstance(last, dict)
                and last.get("role") == "user"
                and isinstance(last["content"], list)
                and any(block.get("type") == "tool_result" for block in last["content"])
            ):
                last["content"].append(result)
            else:
                messages.append({
                    "role": "user",
                    "content": [
                        # one each
                        result
                    ]
                })
        """,
    ),
    "a content that has a name": (
        """\
        def f(messages, c):
            content = [answer(c)]
            «history:messages» += [«message:{"role": "user", "content": «content:content»}»]
        """,
        """\
        def f(messages, c):
            content = [answer(c)]
            last = messages[-1] if messages else None
            if (
                isinstance(last, dict)
                and last.get("role") == "user"
                and isinstance(last["content"], list)
                and any(block.get("type") == "tool_result" for block in last["content"])
            ):
                last["content"].extend(content)
            else:
                messages += [{"role": "user", "content": content}]
        """,
    ),
    "a message that has a name": (
        """\
        def f(messages, c):
            message = wrap(c)
            «history:messages».extend([«message:message»])
        """,
        """\
        def f(messages, c):
            message = wrap(c)
            last = messages[-1] if messages else None
            if (
                isinstance(last, dict)
                and last.get("role") == "user"
                and isinstance(last["content"], list)
                and any(block.get("type") == "tool_result" for block in last["content"])
            ):
                last["content"].extend(message["content"])
            else:
                messages.extend([message])
        """,
    ),
    "a helper's message": (
        """\
        async def f(messages, c):
            «history:messages».append(«message:await wrap(
                c, # all of it
            )»)
        """,
        """\
        async def f(messages, c):
            converted = await wrap(
                c, # all of it
            )
            last = messages[-1] if messages else None
            if (
                isinstance(last, dict)
                and last.get("role") == "user"
                and isinstance(last["content"], list)
                and any(block.get("type") == "tool_result" for block in last["content"])
            ):
                last["content"].extend(converted["content"])
            else:
                messages.append(converted)
        """,
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_rewrites(case: str, check: Callable[..., tuple[str, ...]]) -> None:
    before, after = CASES[case]
    assert check(before, join, after)


def test_a_statement_that_shares_its_line(refusal: Callable[..., str]) -> None:
    before = 'def f(a, c):\n    if c: «history:a».append(«message:{"role": "user", "content": «content:[c]»}»)\n'
    assert refusal(before, join) == "the message shares its lines with something else"


# Through the analysis

CONVERTER = """\
def to_wire({parameters}):
{setup}
    for m in messages:
        if m["role"] == "assistant":
            out.append({{"role": "assistant", "content": m["blocks"]}})
        elif m["role"] == "tool":
            # answered
{tool}
        else:
            out.append({{"role": "user", "content": m["content"]}})
    return out
"""
BLOCK = '{"type": "tool_result", "tool_use_id": m["id"], "content": m["content"]}'


def converter(tool: str, setup: str = "out = []", parameters: str = "messages") -> str:
    lines = "\n".join(f"            {line}" for line in tool.splitlines())
    return CONVERTER.format(tool=lines, setup=f"    {setup}", parameters=parameters)


def reasons(source: str) -> list[str | None]:
    return [f.no_fix_reason for f in analyse(source, "x.py", Settings(), fixes=True).findings if f.code == "TLP202"]


TOOLS = {
    "a name": f'block = {BLOCK}\nout.append({{"role": "user", "content": [block]}})  # told',
    "in the message": f'out.append({{"role": "user", "content": [{BLOCK}]}})  # told',
    "over lines": 'out.append({\n    "role": "user",\n    "content": [{\n        **{},\n        "type": "tool_result", '
    '"tool_use_id": m["id"],  # told\n        "content": m["content"]}],\n})',
    "a named content": f'content = [{BLOCK}]\nout.append({{"role": "user", "content": content}})  # told',
    "a named message": f'message = {{"role": "user", "content": [{BLOCK}]}}\nout.append(message)  # told',
    "added": f'out += [{{"role": "user", "content": [{BLOCK}]}}]  # told',
}
STORED: list[Any] = [
    {"role": "user", "content": "?"},
    {"role": "assistant", "blocks": ["1", "2"]},
    {"role": "tool", "id": "1", "content": "a"},
    {"role": "tool", "id": "2", "content": "b"},
    {"role": "assistant", "blocks": ["3"]},
    {"role": "tool", "id": "3", "content": "c"},
    {"role": "user", "content": "more"},
]


def wire(source: str, stored: list[Any]) -> Any:
    names: dict[str, Any] = {}
    exec(compile(source, "x.py", "exec"), names)
    return names["to_wire"](stored)


def results(messages: Any) -> list[list[str]]:
    contents = [m["content"] for m in messages if m["role"] == "user" and isinstance(m["content"], list)]
    return [[block["tool_use_id"] for block in content] for content in contents]


@pytest.mark.parametrize("tool", TOOLS)
def test_converters(tool: str) -> None:
    source = converter(TOOLS[tool])
    fixed = fix_source(source, "x.py", Settings(), unsafe=True)
    assert [f.code for f in fixed.applied] == ["TLP202"]
    assert reasons(fixed.source) == []
    assert fix_source(fixed.source, "x.py", Settings(), unsafe=True).source == fixed.source
    assert not guards.lost_comments(source, fixed.source)
    assert results(wire(source, STORED)) == [["1"], ["2"], ["3"]]
    assert results(wire(fixed.source, STORED)) == [["1", "2"], ["3"]]


@lru_cache
def pair(tool: str) -> tuple[str, str]:
    source = converter(TOOLS[tool])
    return source, fix_source(source, "x.py", Settings(), unsafe=True).source


KINDS = st.lists(st.sampled_from(["user", "assistant", "tool", "blocks"]), max_size=12)


@hypothesis.settings(deadline=None)
@given(kinds=KINDS, tool=st.sampled_from(sorted(TOOLS)))
def test_nothing_else_changes(kinds: list[str], tool: str) -> None:
    """Whatever comes in, the results are the same in the same order, and nothing but neighbours is joined."""
    source, fixed = pair(tool)
    stored: list[Any] = []
    for number, kind in enumerate(kinds):
        role = "user" if kind == "blocks" else kind
        content: Any = [{"type": "text", "text": "x"}] if kind == "blocks" else str(number)
        stored.append({"role": role, "id": str(number), "content": content, "blocks": [str(number)]})
    before, after = wire(source, stored), wire(fixed, stored)
    joined: list[Any] = []
    for message in before:
        is_result = message["role"] == "user" and message["content"][0] in [
            b for b in message["content"] if isinstance(b, dict) and b["type"] == "tool_result"
        ]
        if is_result and joined and joined[-1][0]:
            joined[-1][1]["content"] = [*joined[-1][1]["content"], *message["content"]]
        else:
            joined.append((is_result, message))
    assert after == [message for _, message in joined]


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        (
            converter(f'out.append({{"role": "user", "content": [{BLOCK}], "at": m["at"]}})'),
            "the message also has `at`, which would be lost where it joins another",
        ),
        (
            converter(f'message = {{"role": "user", "content": [{BLOCK}]}}\nout.append(message)\nlog.append(message)'),
            "`message` is used more than once",
        ),
        (
            converter(f'out.append({{"role": "user", "content": [{BLOCK}]}})', setup="out = Log()"),
            "whether `out` is a list, whose last message can be looked at, is not known here",
        ),
        (
            converter(
                f'out.append({{"role": "user", "content": [{BLOCK}]}})', setup="pass", parameters="messages, out: Log"
            ),
            "whether `out` is a list, whose last message can be looked at, is not known here",
        ),
        (
            (
                "def to_wire(messages):\n"
                "    return [to_one(m) for m in messages]\n"
                "def to_one(m):\n"
                '    if m["role"] == "tool":\n'
                f'        return {{"role": "user", "content": [{BLOCK}]}}\n'
                '    return {"role": "assistant", "content": m["blocks"]}\n'
            ),
            "to_one() makes one message at a time: who collects them has to join neighbours that hold results",
        ),
        (
            (
                "def to_wire(messages):\n"
                "    for m in messages:\n"
                '        if m["role"] == "tool":\n'
                f'            yield {{"role": "user", "content": [{BLOCK}]}}\n'
                "        else:\n"
                '            yield {"role": "assistant", "content": m["blocks"]}\n'
            ),
            "to_wire() yields one message at a time: who collects them has to join neighbours that hold results",
        ),
    ],
)
def test_why_not(source: str, reason: str) -> None:
    assert reasons(dedent(source)) == [reason]


def test_a_list_with_objects_in_it() -> None:
    source = converter(TOOLS["a name"]).replace(
        'out.append({"role": "assistant"', 'out.append(Turn(content=m["blocks"]))\n            ({"role": "assistant"'
    )
    after = fix_source(source, "x.py", Settings(), unsafe=True).source
    assert "isinstance(last, dict)" in after


LOOP = """\
import anthropic

client = anthropic.Anthropic()


def loop(history, tools, run):
    while True:
        reply = client.messages.create(model="m", max_tokens=4096, messages=history, tools=tools)
        history.append({{"role": "assistant", "content": reply.content}})
        {stop}
            return reply
{sent}
"""
ONE = '{"type": "tool_result", "tool_use_id": c.id, "content": run(c)}'
STOPS = 'if reply.stop_reason != "tool_use":'
UNSEEN = "if finished(reply):"
COMPREHENSIONS = {
    "on one line": (
        STOPS,
        f'        history.extend([{{"role": "user", "content": [{ONE}]}} for c in calls_of(reply)])  # all\n',
        (
            f"        results = [\n            {ONE}\n            for c in calls_of(reply)\n        ]\n"
            '        history.append({"role": "user", "content": results})  # all\n'
        ),
    ),
    "over lines": (
        STOPS,
        (
            "        history += [\n"
            f'            {{"role": "user", "content": [{ONE}]}}\n'
            '            for c in reply.content\n            if c.type == "tool_use" and c.name not in SERVER_TOOLS\n'
            "        ]\n"
        ),
        (
            f"        results = [\n            {ONE}\n"
            '            for c in reply.content\n            if c.type == "tool_use" and c.name not in SERVER_TOOLS\n'
            '        ]\n        history.append({"role": "user", "content": results})\n'
        ),
    ),
    "perhaps none": (
        UNSEEN,
        f"        history.extend([{{'role': 'user', 'content': [{ONE}]}} for c in calls_of(reply)])\n",
        (
            f"        results = [{ONE} for c in calls_of(reply)]\n"
            "        if results:\n            history.append({'role': 'user', 'content': results})\n"
        ),
    ),
}


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("case", COMPREHENSIONS)
def test_comprehensions(case: str, newline: str) -> None:
    stop, before, after = COMPREHENSIONS[case]
    source = LOOP.format(stop=stop, sent=before).replace("\n", newline)
    fixed = fix_source(source, "x.py", Settings(), unsafe=True)
    assert fixed.source == LOOP.format(stop=stop, sent=after).replace("\n", newline)
    assert reasons(fixed.source) == []


def test_comprehensions_over_messages() -> None:
    source = LOOP.format(
        stop=STOPS,
        sent="        history.extend([\n"
        '            {"role": "user", "content": [{"type": "tool_result", "tool_use_id": m.id, "content": m.text}]}\n'
        '            for m in stored(reply) if m.role == "tool"\n        ])\n',
    )
    assert reasons(source) == [
        "the messages are made one by one in a comprehension: neighbours that hold results have to be joined"
    ]

"""TLP107: the message itself, or the field that it lacks; who would have to hand it over, otherwise."""

from __future__ import annotations

from textwrap import dedent, indent
from typing import TYPE_CHECKING

import pytest

from flake8_toolloop.analysis import analyse
from flake8_toolloop.findings import Applicability
from flake8_toolloop.fixes import guards
from flake8_toolloop.fixes.apply import fix_source
from flake8_toolloop.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flake8_toolloop.findings import Finding

HEAD = """\
import json

from openai import OpenAI

client = OpenAI(base_url="{url}")


"""
DEEPSEEK, ROUTER = "https://api.deepseek.com", "https://openrouter.ai/api/v1"
LOOP = """\
def work(history, tools, act):
    history = list(history)
    while True:
        reply = client.chat.completions.create(model="m", messages=history, tools=tools)
        m = reply.choices[0].message
        # as it came
{made}
        if not m.tool_calls:
            return m
        for call in m.tool_calls:
            history.append({{"role": "tool", "tool_call_id": call.id, "content": act(call)}})
"""


def program(made: str, url: str = DEEPSEEK) -> str:
    lines = "\n".join(f"        {line}" if line else "" for line in dedent(made).splitlines())
    return HEAD.format(url=url) + LOOP.format(made=lines)


def found(source: str) -> list[Finding]:
    return [f for f in analyse(source, "x.py", Settings(), fixes=True).findings if f.code == "TLP107"]


def repaired(source: str) -> str:
    """The text after its repair, which no second run changes and which loses no comment."""
    result = fix_source(source, "x.py", Settings(), unsafe=True)
    assert [f.code for f in result.applied] == ["TLP107"]
    assert found(result.source) == []
    assert fix_source(result.source, "x.py", Settings(), unsafe=True).source == result.source
    assert not guards.lost_comments(source, result.source)
    return result.source


FIELD = """\
reasoning_content = getattr(m, "reasoning_content", None)
if reasoning_content is not None:
    made["reasoning_content"] = reasoning_content
"""
CALLS = '[{"id": c.id, "type": "function", "function": {"name": c.function.name}} for c in m.tool_calls or []]'
CASES = {
    "said again": (
        'history.append({"role": "assistant", "content": m.content, "tool_calls": m.tool_calls})  # whole',
        "history.append(m)  # whole",
    ),
    "calls of its own": (
        f"history += [dict(role=m.role, content=m.content, tool_calls={CALLS})]",
        "history += [m.model_dump(exclude_none=True)]",
    ),
    "a name": (
        (
            f'made = {{"role": "assistant", "content": m.content or "", "tool_calls": {CALLS}}}  # made\n'
            "history.append(made)"
        ),
        (
            f'made = {{"role": "assistant", "content": m.content or "", "tool_calls": {CALLS}}}  # made\n{FIELD}'
            "history.append(made)"
        ),
    ),
    "filled later": (
        (
            'made = {"role": "assistant", "content": m.content}\n'
            'if m.tool_calls:\n    made["tool_calls"] = m.tool_calls\nhistory.append(made)'
        ),
        (
            f'made = {{"role": "assistant", "content": m.content}}\n{FIELD}'
            'if m.tool_calls:\n    made["tool_calls"] = m.tool_calls\nhistory.append(made)'
        ),
    ),
    "no name, another content": (
        (
            'history.append(\n    {\n        "role": "assistant",\n        "content": m.content or "",  # never null\n'
            '        "tool_calls": m.tool_calls,\n    }\n)'
        ),
        (
            'assistant_message = {\n    "role": "assistant",\n    "content": m.content or "",  # never null\n'
            f'    "tool_calls": m.tool_calls,\n}}\n{FIELD.replace("made[", "assistant_message[")}'
            "history.append(assistant_message)"
        ),
    ),
    "quotes of the file": (
        (
            "made = {'role': 'assistant', 'content': m.content, 'tool_calls': m.tool_calls, 'name': 'x'}\n"
            "history.append(made)"
        ),
        "made = {'role': 'assistant', 'content': m.content, 'tool_calls': m.tool_calls, 'name': 'x'}\n"
        + FIELD.replace('"', "'")
        + "history.append(made)",
    ),
    "its value has a name": (
        (
            'thought = getattr(m, "reasoning_content", None)\nprint(thought)\n'
            'made = {"role": "assistant", "content": m.content or "", "tool_calls": m.tool_calls}\nhistory.append(made)'
        ),
        (
            'thought = getattr(m, "reasoning_content", None)\nprint(thought)\n'
            'made = {"role": "assistant", "content": m.content or "", "tool_calls": m.tool_calls}\n'
            'if thought is not None:\n    made["reasoning_content"] = thought\nhistory.append(made)'
        ),
    ),
    "left out where it is empty": (
        (
            'made = {"role": "assistant", "content": m.content or "", "tool_calls": m.tool_calls}\n'
            'if m.reasoning_content:\n    made["reasoning_content"] = m.reasoning_content\n'
            "history.append(made)"
        ),
        (
            'made = {"role": "assistant", "content": m.content or "", "tool_calls": m.tool_calls}\n'
            'if m.reasoning_content is not None:\n    made["reasoning_content"] = m.reasoning_content\n'
            "history.append(made)"
        ),
    ),
    "left out where it is empty, named in the test": (
        (
            'made = {"role": "assistant", "content": m.content or "", "tool_calls": m.tool_calls}\n'
            'if thought := getattr(m, "reasoning_content", None):\n    made["reasoning_content"] = thought\n'
            "history.append(made)"
        ),
        (
            'made = {"role": "assistant", "content": m.content or "", "tool_calls": m.tool_calls}\n'
            'if (thought := getattr(m, "reasoning_content", None)) is not None:\n'
            '    made["reasoning_content"] = thought\n'
            "history.append(made)"
        ),
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_repaired(case: str) -> None:
    before, after = CASES[case]
    assert repaired(program(before)) == program(after)


@pytest.mark.parametrize("newline", ["\r\n", "\r"])
@pytest.mark.parametrize("case", CASES)
def test_repaired_with_other_newlines(case: str, newline: str) -> None:
    before, after = CASES[case]
    assert repaired(program(before).replace("\n", newline)) == program(after).replace("\n", newline)


def test_raw_json() -> None:
    source = HEAD.format(url=ROUTER) + dedent(
        """\
        class Session:
            def take(self, body):
                turn = body["choices"][0]["message"]
                entry = {"role": "assistant", "content": turn["content"], "tool_calls": turn.get("tool_calls")}
                self.messages.append(entry)
                return client.chat.completions.create(model="m", messages=self.messages)
        """
    )
    assert 'reasoning_details = turn.get("reasoning_details")\n' in repaired(source)


def test_as_plain_data_where_the_history_is_saved() -> None:
    source = program('history.append({"role": "assistant", "content": m.content, "tool_calls": m.tool_calls})')
    source = source.replace(
        "        if not m.tool_calls:\n", "        save(json.dumps(history))\n        if not m.tool_calls:\n"
    )
    assert "history.append(m.model_dump(exclude_none=True))" in repaired(source)


def test_an_endpoint_that_nobody_names() -> None:
    source = program(
        'made = {"role": "assistant", "content": m.content or "", "tool_calls": m.tool_calls}\nhistory.append(made)'
    )
    source = source.replace('OpenAI(base_url="https://api.deepseek.com")', "OpenAI()")
    source += '\n\ndef show(m):\n    print(getattr(m, "reasoning_content", None))\n'
    (fix,) = found(source)[0].fixes
    assert fix.applicability is Applicability.UNSAFE
    assert "an endpoint that does not know the field may refuse it" in fix.message


def test_keys_that_are_kept() -> None:
    source = HEAD.format(url=DEEPSEEK) + dedent(
        """\
        KEPT = ("role", "content", "tool_calls", "tool_call_id")


        def clean(messages):
            return [{k: v for k, v in m.items() if k in KEPT} for m in messages]


        def ask(messages):
            return client.chat.completions.create(model="m", messages=clean(messages))
        """
    )
    assert 'KEPT = ("role", "content", "tool_calls", "tool_call_id", "reasoning_content")' in repaired(source)


CARRIER = """\
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Turn:
    role: str
    text: str = ""
    calls: list[Any] = field(default_factory=list)
{field}

def wire(turns: list[Turn]) -> list[dict[str, Any]]:
    out = []
    for turn in turns:
        if turn.role == "assistant":
            calls = [{{"id": c.id, "type": "function", "function": {{"name": c.name}}}} for c in turn.calls]
            entry = {{"role": "assistant", "content": turn.text, "tool_calls": calls}}
            out.append(entry)
        else:
            out.append({{"role": "user", "content": turn.text}})
    return client.chat.completions.create(model="m", messages=out)
"""


@pytest.mark.parametrize(
    ("declared", "asked"),
    [
        ("reasoning_content: str | None = None", "turn.reasoning_content is not None"),
        ("reasoning_content: str | None = field(default=None)", "turn.reasoning_content is not None"),
    ],
)
def test_the_carrier_has_the_field(declared: str, asked: str) -> None:
    source = HEAD.format(url=DEEPSEEK) + CARRIER.format(field=f"    {declared}\n")
    text = f'            if {asked}:\n                entry["reasoning_content"] = turn.reasoning_content\n'
    assert text in repaired(source)


STREAM = """\
def step(history, tools, show):
    text, calls = "", {{}}
    # piece by piece
    for chunk in client.chat.completions.create(model="m", messages=history, tools=tools, stream=True):
        if not chunk.choices:
            continue
{read}
        for part in chunk.choices[0].delta.tool_calls or []:
            made = calls.setdefault(part.index, {{"id": part.id, "function": {{"name": "", "arguments": ""}}}})
            made["function"]["arguments"] += part.function.arguments
    history.append({{"role": "assistant", "content": text or None, "tool_calls": [*calls.values()]}})
    return client.chat.completions.create(model="m", messages=history)
"""
ADDED = 'reasoning_content += getattr({}, "reasoning_content", None) or ""'
PUT = """\
    assistant_message["reasoning_content"] = reasoning_content
    history.append(assistant_message)
"""
READS = {
    "a name": (
        "delta = chunk.choices[0].delta\nif delta.content:\n    text += delta.content  # it",
        f"delta = chunk.choices[0].delta\n{ADDED.format('delta')}\nif delta.content:\n    text += delta.content  # it",
    ),
    "another round before": (
        (
            "delta = chunk.choices[0].delta\nif delta.reasoning_content:\n    show(delta)\n    continue\n"
            'text += delta.content or ""'
        ),
        (
            f"delta = chunk.choices[0].delta\n{ADDED.format('delta')}\n"
            "if delta.reasoning_content:\n    show(delta)\n    continue\n"
            'text += delta.content or ""'
        ),
    ),
    "in place": (
        "if chunk.choices[0].delta.content:\n    piece = chunk.choices[0].delta.content\n    text += piece",
        (
            f"{ADDED.format('chunk.choices[0].delta')}\n"
            "if chunk.choices[0].delta.content:\n    piece = chunk.choices[0].delta.content\n    text += piece"
        ),
    ),
}


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("case", READS)
def test_streams(case: str, newline: str) -> None:
    before, after = (indent(text, " " * 8) for text in READS[case])
    source = HEAD.format(url=DEEPSEEK) + STREAM.format(read=before)
    expected = STREAM.format(read=after)
    for old, new in (
        ('    text, calls = "", {}\n', '    text, calls = "", {}\n    reasoning_content = ""\n'),
        ("    history.append({", "    assistant_message = {"),
        ("calls.values()]})\n", "calls.values()]}\n" + PUT),
    ):
        assert old in expected
        expected = expected.replace(old, new)
    wanted = HEAD.format(url=DEEPSEEK) + expected
    assert repaired(source.replace("\n", newline)) == wanted.replace("\n", newline)


def test_streams_that_keep_the_pieces_already() -> None:
    read = """\
        if getattr(chunk.choices[0].delta, "reasoning_content", None):
            show(chunk.choices[0].delta.reasoning_content)
            thought += chunk.choices[0].delta.reasoning_content
        elif chunk.choices[0].delta.content:
            text += chunk.choices[0].delta.content"""
    source = HEAD.format(url=DEEPSEEK) + STREAM.format(read=read)
    source = source.replace('    text, calls = "", {}\n', '    text, calls = "", {}\n    thought = ""\n')
    source = source.replace("text or None", "text if text else None")
    after = repaired(source)
    assert '    assistant_message["reasoning_content"] = thought\n' in after
    assert "    reasoning_content" not in after


@pytest.mark.parametrize(
    "read",
    [
        "if chunk.choices and chunk.choices[0].delta.content:\n    text += chunk.choices[0].delta.content",
        (
            "if stopped(chunk):\n    show(chunk)\nelif chunk.choices[0].delta.content:\n"
            "    text += chunk.choices[0].delta.content"
        ),
        "show(chunk.choices[0].delta.role if chunk.choices else None)\ntext += chunk.choices[0].delta.content",
    ],
)
def test_streams_whose_pieces_are_not_always_there(read: str) -> None:
    source = HEAD.format(url=DEEPSEEK) + STREAM.format(read=indent(read, " " * 8))
    (finding,) = found(source)
    assert not finding.fixes
    assert (finding.no_fix_reason or "").startswith("the stream's pieces of `reasoning_content` are not kept")


def test_streams_under_a_guard() -> None:
    read = "if chunk.choices:\n    if chunk.choices[0].delta.content:\n        text += chunk.choices[0].delta.content"
    source = HEAD.format(url=DEEPSEEK) + STREAM.format(read=indent(read, " " * 8))
    guarded = "        if chunk.choices:\n            reasoning_content += getattr(chunk.choices[0].delta,"
    assert guarded in repaired(source)


def test_one_message_for_each_call() -> None:
    made = """\
        for call in m.tool_calls:
            history.append({"role": "assistant", "content": None, "tool_calls": [call]})
        """
    reasons = {f.no_fix_reason for f in found(program(made))}
    assert reasons == {"one call of the turn goes back here: the message has to go back whole, before the loop"}


def test_streams_where_another_endpoint_may_not_want_it_empty() -> None:
    source = HEAD.format(url="https://api.moonshot.cn/v1") + STREAM.format(read=indent(READS["a name"][0], " " * 8))
    assert "    if reasoning_content:\n        assistant_message[" in repaired(source)


def reasons() -> Iterator[tuple[str, str]]:
    head = HEAD.format(url=DEEPSEEK)
    yield head + CARRIER.format(field=""), "`Turn` has no field for `reasoning_content`"
    stored = CARRIER.format(field="").replace("turns: list[Turn]", "turns")
    brought = (
        "`turn` is no message of a response here: what makes it has to keep `reasoning_content`, for this to pass on"
    )
    yield head + stored, brought
    handed = """\
        def step(llm, history):
            text, calls = llm.complete(history)
            history.append({"role": "assistant", "content": text, "tool_calls": calls})
            return client.chat.completions.create(model="m", messages=history)
        """
    yield (
        head + dedent(handed),
        "`llm.complete()` hands over the calls alone: `reasoning_content` has to come with them",
    )
    pieces = """\
        def step(history, tools):
            text, calls = "", {}
            for chunk in client.chat.completions.create(model="m", messages=history, tools=tools, stream=True):
                delta = chunk.choices[0].delta
                text = text + (delta.content or "")
                for part in delta.tool_calls or []:
                    made = calls.setdefault(part.index, {"id": part.id, "function": {"name": "", "arguments": ""}})
                    made["function"]["arguments"] += part.function.arguments
            history.append({"role": "assistant", "content": text, "tool_calls": [*calls.values()]})
            return client.chat.completions.create(model="m", messages=history)
        """
    kept = "the stream's pieces of `reasoning_content` are not kept: they have to be added up as those of the text are"
    yield head + dedent(pieces), kept
    inside = """\
        def step(history, reply):
            m = reply.choices[0].message
            made = {"role": "assistant", "content": m.content or "", "tool_calls": m.tool_calls} if m.tool_calls else m
            history.append(made)
            return client.chat.completions.create(model="m", messages=history)
        """
    yield head + dedent(inside), "the message is made inside of another expression: make it first, and put the field in"


@pytest.mark.parametrize(("source", "reason"), list(reasons()))
def test_why_not(source: str, reason: str) -> None:
    assert [f.no_fix_reason for f in found(source)] == [reason]

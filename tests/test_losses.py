"""What a replay loses, decided by small differences of one loop; and which rule speaks where several could.

The programs of tests/rules are written as people write; here only the lines that decide differ.
"""

from __future__ import annotations

import re
import textwrap
from pathlib import Path

import pytest

from flake8_toolloop.analysis import analyse
from flake8_toolloop.dialects import DIALECTS
from flake8_toolloop.settings import Settings

PROGRAMS = Path(__file__).parent / "rules"
HEAD = """\
import anthropic

client = anthropic.Anthropic()


"""
LOOP = (
    HEAD
    + """\
def loop(history, tools, run, convert, flag):
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=history, tools=tools)
@
        history.append({"role": "assistant", "content": kept})
        calls = [b for b in reply.content if b.type == "tool_use"]
        if not calls:
            return reply
        results = [{"type": "tool_result", "tool_use_id": c.id, "content": run(c.name, c.input)} for c in calls]
        history.append({"role": "user", "content": results})
"""
)
ANSWERS = (
    HEAD
    + """\
def loop(history, tools, run):
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=history, tools=tools)
        history.append({"role": "assistant", "content": reply.content})
        calls = [b for b in reply.content if b.type == "tool_use"]
        if not calls:
            return reply
@
"""
)
CALL = '{"type": "tool_use", "id": b.id, "name": b.name, "input": b.input}'
THINKING = '{"type": "thinking", "thinking": b.thinking, "signature": b.signature}'


def program(frame: str, lines: str) -> str:
    return frame.replace("@", textwrap.indent(textwrap.dedent(lines).strip("\n"), " " * 8))


def said(source: str, *, strict: bool = False) -> dict[str, str]:
    """What the rules say, one finding for each; what is only possible where it is asked for."""
    compile(source, "agent.py", "exec", dont_inherit=True)
    told = analyse(source, "agent.py", Settings()).findings
    return {f.code: f.message for f in told if strict or f.confidence.value != "possible"}


def branches(**kinds: str) -> str:
    """A loop over the blocks with what it does for each kind; ``other`` for the rest."""
    lines, word = ["kept = []", "for b in reply.content:"], "if"
    for kind, action in kinds.items():
        lines += [f"    {word} b.type == {kind!r}:" if kind != "other" else "    else:", f"        {action}"]
        word = "elif"
    return "\n".join(lines)


def keep(value: str = "b") -> str:
    return f"kept.append({value})"


REDACTED = "`thinking` goes back, `redacted_thinking` is dropped"
PROVED = [
    pytest.param(
        'kept = [b for b in reply.content if b.type != "text"]',
        "TLP101",
        "the turn goes back without its `text` blocks",
        id="the text only",
    ),
    pytest.param(
        branches(tool_use=keep(CALL), text="run(b.text)", other=keep()),
        "TLP102",
        "the turn is made again by hand and its `text` blocks have no way through",
        id="the text only, by hand",
    ),
    pytest.param(
        'kept = [b for b in reply.content if b.type != "server_tool_use"]',
        "TLP101",
        "the turn goes back without its `server_tool_use` blocks",
        id="calls of the provider's tools",
    ),
    pytest.param(
        'gone = ("server_tool_use", "web_search_tool_result", "web_fetch_tool_result")\n'
        "kept = [b for b in reply.content if b.type not in gone]",
        "TLP101",
        "the turn goes back without its `server_tool_use`, `web_search_tool_result` and `web_fetch_tool_result` blocks",
        id="three kinds of the provider's tools",
    ),
    pytest.param(
        'gone = ("server_tool_use", "web_search_tool_result", "web_fetch_tool_result", "mcp_tool_use")\n'
        "kept = [b for b in reply.content if b.type not in gone]",
        "TLP101",
        "the turn goes back without its `server_tool_use`, `web_search_tool_result` and 2 other blocks",
        id="four kinds of the provider's tools",
    ),
    pytest.param(
        'kept = [b for b in reply.content if b.type in ("text", "thinking", "redacted_thinking", "tool_use")]',
        "TLP101",
        "the turn goes back without its `server_tool_use`, `web_search_tool_result` and 4 other blocks",
        id="all of the provider's tools",
    ),
    pytest.param(
        branches(thinking=keep("convert(b)"), text=keep(), tool_use=keep()),
        "TLP103",
        REDACTED,
        id="thinking through a function out of sight, sealed thinking nowhere",
    ),
    pytest.param(
        branches(thinking=keep("convert(b)"), redacted_thinking=keep('{"type": b.type}'), other=keep()),
        "TLP103",
        "`thinking` goes back, `redacted_thinking` goes back without its data",
        id="thinking through a function out of sight, sealed thinking without data",
    ),
    pytest.param(
        'kept = [b for b in reply.content if b.type == "thinking"]\nkept += convert(reply)',
        "TLP103",
        REDACTED,
        id="what else goes back is out of sight",
    ),
    pytest.param(
        'kept = [b for b in reply.content if b.type in ("thinking", "text")]',
        "TLP103",
        REDACTED,
        id="without its calls, but they are answered",
    ),
    pytest.param(
        branches(thinking=keep(THINKING.replace("b.thinking", "convert(b.thinking)")), text=keep(), tool_use=keep()),
        "TLP103",
        REDACTED,
        id="a change that is only possible hides no loss",
    ),
    pytest.param(
        "thought = None\n"
        "for b in reply.content:\n"
        '    if b.type == "thinking":\n'
        "        thought = b\n"
        'kept = [{"type": "thinking", "thinking": thought.thinking, "signature": thought.signature}]\n'
        'kept += [b for b in reply.content if b.type != "thinking"]',
        "TLP103",
        "of several `thinking` blocks only the last goes back, or a part of it",
        id="the last thinking",
    ),
    pytest.param(
        'kept = [b for b in reply.content if b.type != "thinking" or b.thinking]',
        "TLP108",
        "a `thinking` block with empty text and a good signature is dropped here",
        id="thinking with empty text",
    ),
    pytest.param(
        'kept = [b.model_dump() for b in reply.content if b.type != "thinking"]',
        "TLP101",
        "the turn goes back without its `thinking` blocks",
        id="a dump that loses something is no dump only",
    ),
]
SILENT = [
    pytest.param(
        branches(thinking=keep(THINKING), redacted_thinking='raise ValueError("sealed")', other=keep()),
        id="raises for what it has no place for",
    ),
    pytest.param(
        branches(text=keep(), tool_use=keep(CALL), other="raise ValueError(b.type)"),
        id="raises for all deliberation",
    ),
    pytest.param('kept = [b for b in reply.content if b.type not in ("compaction", "fallback")]', id="boundaries"),
    pytest.param('kept = [b for b in reply.content if b.type != "container_upload"]', id="what the API refuses"),
    pytest.param(
        branches(tool_use=keep(CALL), text=keep(), thinking=keep(), redacted_thinking=keep()),
        id="by hand, and no tool of the provider's in sight",
    ),
    pytest.param('kept = [b for b in reply.content if b.type == "text"] + convert(reply)', id="calls out of sight"),
    pytest.param('kept = [b for b in convert(reply) if b.type != "text"]', id="text out of what is not known"),
]
DUMPS = [
    pytest.param("kept = [b.model_dump() for b in reply.content]", {"TLP109"}, id="each block"),
    pytest.param(
        'kept = [b.model_dump() for b in reply.content]\nkept.append({"type": "text", "text": "Go on."})',
        {"TLP109"},
        id="and something made beside them",
    ),
    pytest.param(
        'kept = [b for b in reply.content if b.type not in ("compaction", "fallback")]',
        set(),
        id="objects without some",
    ),
    pytest.param("kept = reply.content if flag else [b.model_dump() for b in reply.content]", set(), id="or the turn"),
]


@pytest.mark.parametrize(("lines", "code", "message"), PROVED)
def test_the_rule_that_says_most_speaks(lines: str, code: str, message: str) -> None:
    found = said(program(LOOP, lines))
    assert found.pop(code) == message
    assert not [c for c in found if c < "TLP2"]


@pytest.mark.parametrize("lines", SILENT)
def test_nothing_is_proved(lines: str) -> None:
    assert said(program(LOOP, lines)) == {}


KINDS = tuple(k.name for k in DIALECTS[0].kinds)


@pytest.mark.parametrize(
    "lines",
    [
        pytest.param(f"kept = [b for b in reply.content if b.type in {KINDS}]", id="all kinds of today, chosen"),
        pytest.param(branches(tool_use=keep(CALL), other=keep()), id="calls by hand, the rest as it came"),
    ],
)
def test_nothing_is_even_possible(lines: str) -> None:
    assert said(program(LOOP, lines), strict=True) == {}


@pytest.mark.parametrize(("lines", "codes"), DUMPS)
def test_a_dump_is_a_hint_where_nothing_else_is_wrong(lines: str, codes: set[str]) -> None:
    assert set(said(program(LOOP, lines))) == codes


def test_an_edit_that_is_only_possible_is_said_beside_the_loss() -> None:
    lines = branches(thinking=keep(THINKING.replace("b.thinking", "convert(b.thinking)")), text=keep(), tool_use=keep())
    assert set(said(program(LOOP, lines), strict=True)) == {"TLP103", "TLP302"}


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("tools=tools)", 'tools=tools, thinking={"type": "disabled"})', "the request switches it off"),
        ("claude-opus-4-7", "claude-3-5-haiku-latest", "`claude-3-5-haiku-latest` does not reason"),
    ],
)
def test_a_loss_that_sleeps_is_a_warning(old: str, new: str, why: str) -> None:
    source = program(LOOP, 'kept = [b for b in reply.content if b.type in ("text", "tool_use")]').replace(old, new)
    (finding,) = [f for f in analyse(source, "agent.py", Settings()).findings if f.code == "TLP101"]
    assert finding.severity.value == "warning"
    assert finding.message.endswith(f"(asleep: {why})")


# -- turns out of sight ------------------------------------------------------------------------------------------------
WRITER = """\
def to_wire(message, call_to_block):
    content = []
    for part in message.thoughts:
        content.append({"type": "thinking", "thinking": part.text, "signature": part.signature})
    if message.text:
        content.append({"type": "text", "text": message.text})
@
    return {"role": "assistant", "content": content}
"""


def test_a_writer_with_thinking_and_without_its_sealed_kind() -> None:
    assert said(WRITER.replace("@\n", "")) == {"TLP103": REDACTED}
    calls = '    content += [{"type": "tool_use", "id": c.id, "name": c.name, "input": c.input} for c in message.calls]'
    assert said(WRITER.replace("@", calls)) == {"TLP103": REDACTED}


def test_a_writer_that_something_out_of_sight_writes_for() -> None:
    assert said(WRITER.replace("@", "    content += [call_to_block(c) for c in message.calls]")) == {}


def test_a_converter_that_drops_what_is_empty_in_its_own_store() -> None:
    """Its parts are no blocks of a response: what an empty text means there is not known."""
    kinds = [("text", '"text": p.text'), ("redacted_thinking", '"data": p.data')]
    kinds += [("tool_use", '"id": p.id, "name": p.name, "input": p.arguments')]
    lines = [
        "def to_wire(message):",
        "    content = []",
        "    for p in message.parts:",
        '        if p.kind == "thinking" and p.text:',
        '            content.append({"type": "thinking", "thinking": p.text, "signature": p.signature})',
    ]
    for kind, fields in kinds:
        lines += [f'        elif p.kind == "{kind}":', f'            content.append({{"type": "{kind}", {fields}}})']
    lines += ['    return {"role": "assistant", "content": content}', ""]
    assert said("import anthropic\n\n\n" + "\n".join(lines), strict=True) == {}


def test_a_final_answer_may_lose_its_sealed_thinking() -> None:
    source = HEAD + (
        "def ask(history, question):\n"
        '    history.append({"role": "user", "content": question})\n'
        '    reply = client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=history)\n'
        '    kept = [b for b in reply.content if b.type in ("thinking", "text")]\n'
        '    history.append({"role": "assistant", "content": kept})\n'
    )
    assert said(source) == {}


STORE = """\
import anthropic


class History:
    def __init__(self):
        self.messages = []

    def add_call(self, block):
        self.messages.append({"role": "assistant", "content": [block]})

    def add_result(self, call_id, content):
        result = {"type": "tool_result", "tool_use_id": call_id, "content": content}
        self.messages.append({"role": "user", "content": [result]})
"""
READER = """\
import anthropic


def ask(client: anthropic.Anthropic, reply, messages, tools):
    response = client.messages.create(model="claude-opus-4-5", max_tokens=4000, messages=messages, tools=tools)
    for block in response.content:
        if block.type == "thinking":
            reply.thinking, reply.signature = block.thinking, block.signature
        elif block.type == "text":
            reply.text += block.text
        elif block.type == "tool_use":
            reply.calls.append({"id": block.id, "name": block.name, "input": block.input})
    return reply
"""
ENDPOINT = """\
import os

from openai import OpenAI

client = OpenAI(base_url=os.environ["BASE_URL"], api_key=os.environ["API_KEY"])


def loop(messages, tools, run):
    while True:
        response = client.chat.completions.create(model=os.environ["MODEL"], messages=messages, tools=tools)
        message = response.choices[0].message
        if not message.tool_calls:
            return message.content
        calls = [c.model_dump() for c in message.tool_calls]
        messages.append({"role": "assistant", "content": message.content, "tool_calls": calls})
        for call in message.tool_calls:
            messages.append({"role": "tool", "tool_call_id": call.id, "content": run(call)})
"""


def test_a_store_that_takes_one_block_for_a_turn() -> None:
    found = said(STORE)
    assert set(found) == {"TLP102", "TLP202"}
    assert found["TLP102"].startswith("a turn is stored as one block")


def test_a_reader_that_keeps_signed_thinking_only() -> None:
    assert said(READER) == {"TLP103": "`thinking` is kept with its signature, `redacted_thinking` is dropped"}


@pytest.mark.parametrize(("source", "code"), [(STORE, "TLP102"), (READER, "TLP103")])
def test_what_is_lost_on_the_way_into_a_store_is_lost_to_the_provider(source: str, code: str) -> None:
    (finding,) = [f for f in analyse(source, "agent.py", Settings()).findings if f.code == code]
    assert finding.effect == DIALECTS[0].losses["lost"].text


def test_an_endpoint_that_only_the_run_knows() -> None:
    (finding,) = analyse(ENDPOINT, "agent.py", Settings()).findings
    assert (finding.code, finding.severity.value, finding.confidence.value) == ("TLP107", "warning", "possible")
    assert finding.message.endswith("a reasoning field that the endpoint may have does not go back")


def test_a_role_that_is_computed() -> None:
    """The turn of a request is the assistant's whatever the role's name is; what is only like a turn is not."""
    lines = 'kept = [b for b in reply.content if b.type in ("text", "tool_use")]'
    loop = program(LOOP, lines).replace('"role": "assistant"', '"role": flag')
    assert set(said(loop)) == {"TLP101"}
    copies = 'def copy(m):\n    return {"role": m.role, "content": [b for b in m.content if b.type != "thinking"]}\n'
    assert said("import anthropic\n\n\n" + copies, strict=True) == {}


# -- answers -----------------------------------------------------------------------------------------------------------
def test_a_loop_that_is_left_after_one_call_is_said_once() -> None:
    lines = """
        for call in calls:
            result = {"type": "tool_result", "tool_use_id": call.id, "content": run(call.name, call.input)}
            history.append({"role": "user", "content": [result]})
            break
    """
    found = set(said(program(ANSWERS, lines)))
    assert "TLP202" not in found
    assert found & {"TLP201", "TLP203"}


def test_the_first_call_is_run_and_the_others_are_told_so() -> None:
    lines = """
        first = calls[0]
        results = [{"type": "tool_result", "tool_use_id": first.id, "content": run(first.name, first.input)}]
        for other in calls[1:]:
            results.append({"type": "tool_result", "tool_use_id": other.id, "content": "one at a time, please"})
        history.append({"role": "user", "content": results})
    """
    assert said(program(ANSWERS, lines)) == {}


FIRST = """
    call = calls[0]
    result = {"type": "tool_result", "tool_use_id": call.id, "content": run(call.name, call.input)}
    history.append({"role": "user", "content": [result]})
"""


@pytest.mark.parametrize(
    ("choice", "severity"),
    [("", "error"), (', tool_choice={"type": "auto", "disable_parallel_tool_use": True}', "warning")],
)
def test_one_call_of_a_request_for_one_call_is_a_warning(choice: str, severity: str) -> None:
    source = program(ANSWERS, FIRST).replace("tools=tools)", f"tools=tools{choice})")
    (finding,) = [f for f in analyse(source, "agent.py", Settings()).findings if f.code == "TLP201"]
    assert finding.severity.value == severity


def test_a_change_is_reported_where_it_is_made() -> None:
    lines = """
        kept = []
        for b in reply.content:
            if b.type == "thinking":
                kept.append({
                    "type": "thinking",
                    "thinking": b.thinking.strip(),
                    "signature": b.signature,
                })
            else:
                kept.append(b)
    """
    source = program(LOOP, lines)
    (finding,) = analyse(source, "agent.py", Settings()).findings
    assert finding.code == "TLP302"
    assert source.splitlines()[finding.span.line - 1].strip() == '"thinking": b.thinking.strip(),'


# -- models ------------------------------------------------------------------------------------------------------------
CLOCK = LOOP.replace("@\n", "").replace('"content": kept', '"content": reply.content')
CLOCK = CLOCK.replace("import anthropic\n", "import datetime\n\nimport anthropic\n", 1)
CLOCK = CLOCK.replace(
    "messages=history", 'system=f"{datetime.datetime.now()}", thinking={"type": "adaptive"}, messages=history'
)


@pytest.mark.parametrize(
    ("model", "confidence"),
    [
        ('"claude-opus-5-5"', "likely"),
        ('"claude-sonnet-4-5" if flag else "claude-opus-5-5"', "likely"),
        ('"claude-sonnet-4-5"', None),
        ("flag", "possible"),
    ],
    ids=["checked", "one of two", "not checked", "not known"],
)
def test_a_changed_prefix_matters_to_models_that_have_it_checked(model: str, confidence: str | None) -> None:
    found = analyse(CLOCK.replace('"claude-opus-4-7"', model), "agent.py", Settings()).findings
    assert [f.confidence.value for f in found if f.code == "TLP406"] == ([confidence] if confidence else [])


def test_a_changed_prefix_is_no_matter_where_nothing_says_that_the_model_thinks() -> None:
    source = CLOCK.replace('"claude-opus-4-7"', "flag").replace('thinking={"type": "adaptive"}, ', "")
    assert analyse(source, "agent.py", Settings()).findings == ()


def test_a_setting_that_flips_says_where_it_is_set() -> None:
    path = PROGRAMS / "TLP407" / "bad" / "flag_flips_in_async_class.py"
    (finding,) = [f for f in analyse(path.read_text("utf-8"), path.name, Settings()).findings if f.code == "TLP407"]
    assert finding.confidence.value == "likely"
    assert finding.related


def test_a_reader_that_sleeps_is_a_warning() -> None:
    path = PROGRAMS / "TLP502" / "bad" / "blocks_by_index.py"
    awake = path.read_text("utf-8")
    asleep = re.sub(r'model="claude[^"]*"', 'model="claude-3-5-haiku-latest"', awake)
    for source, severity in ((awake, "error"), (asleep, "warning")):
        (finding,) = [f for f in analyse(source, path.name, Settings()).findings if f.code == "TLP502"]
        assert finding.severity.value == severity
        assert ("(asleep: `claude-3-5-haiku-latest` does not reason" in finding.message) is (severity == "warning")

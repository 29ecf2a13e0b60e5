"""A field that brings the turn from the reader to the writer: the class in its spellings, the constructor's layout,
what has no such field, and the repaired program against the strict provider."""

from __future__ import annotations

import textwrap
import types
from typing import Any

import pytest

from flake8_toolloop.analysis import analyse
from flake8_toolloop.findings import Applicability, Finding
from flake8_toolloop.fixes.apply import fix_source
from flake8_toolloop.settings import Settings
from flake8_toolloop.testing import StrictProvider, call, redacted, text, thinking, unknown

HEAD = (
    "from dataclasses import dataclass, field\nfrom typing import Any, NamedTuple, TypedDict\n\nimport anthropic\n\n\n"
)
DATACLASS = """\
@dataclass
class Reply:
    text: str
    calls: list
"""
READER = """\
def read(response: anthropic.types.Message):
    calls = [b for b in response.content if b.type == "tool_use"]
    said = "".join(b.text for b in response.content if b.type == "text")
    return Reply(text=said, calls=calls)
"""
WRITER = """\
def write(reply: Reply):
    content = []
    if reply.text:
        content.append({"type": "text", "text": reply.text})
    for call in reply.calls:
        content.append({"type": "tool_use", "id": call.id, "name": call.name, "input": call.input})
    return {"role": "assistant", "content": content}
"""
LOOP = """\
def loop(client, messages, tools, run):
    while True:
        reply = read(client.messages.create(model="m", max_tokens=9, messages=messages, tools=tools))
        messages.append(write(reply))
        if not reply.calls:
            return reply.text
        results = [{"type": "tool_result", "tool_use_id": c.id, "content": run(c.name, c.input)} for c in reply.calls]
        messages.append({"role": "user", "content": results})
"""


def program(*, cls: str = DATACLASS, reader: str = READER, writer: str = WRITER) -> str:
    return HEAD + "\n\n".join((cls, reader, writer, LOOP))


def finding(source: str) -> Finding:
    (found,) = (f for f in analyse(source, "agent.py", Settings(), fixes=True).findings if f.code == "TLP102")
    return found


def fixed(source: str) -> str:
    """The repaired program; it is clean, and stays as it is."""
    result = fix_source(source, "agent.py", Settings(), unsafe=True)
    assert result.remaining == ()
    assert fix_source(result.source, "agent.py", Settings(), unsafe=True).source == result.source
    return result.source


def added(source: str) -> list[str]:
    """The lines of the repaired program that were not there before."""
    before = source.splitlines()
    return [line for line in fixed(source).splitlines() if line not in before]


UNIT = "raw_content=[block.to_dict() for block in response.content]"


def test_the_class_the_reader_and_the_writer() -> None:
    assert added(program()) == [
        "    raw_content: list[Any] | None = None",
        f"    return Reply(text=said, calls=calls, {UNIT})",
        '    return {"role": "assistant", "content": reply.raw_content or content}',
    ]


def test_it_is_one_unsafe_fix_that_says_who_sees_it() -> None:
    found = finding(program())
    assert found.message.startswith("an assistant turn is made of `Reply`, which has no place for its `thinking`")
    (fix,) = found.fixes
    assert fix.applicability is Applicability.UNSAFE
    assert "`Reply` gets a field" in fix.message
    assert fix.elsewhere == ()


CLASSES = {
    "a comment beside the last field": (
        "@dataclass\nclass Reply:\n    text: str\n    calls: list  # in order\n",
        ["    raw_content: list[Any] | None = None"],
    ),
    "words below the last field": (
        '@dataclass\nclass Reply:\n    text: str\n    calls: list\n    """In order."""\n\n    def a(self): ...\n',
        ["    raw_content: list[Any] | None = None"],
    ),
    "a model": (
        "from pydantic import BaseModel\n\n\nclass Reply(BaseModel):\n    text: str\n    calls: list\n",
        ["    raw_content: list[Any] | None = None"],
    ),
    "a constructor by hand": (
        "class Reply:\n    def __init__(self, text, calls):\n        self.text = text\n        self.calls = calls\n",
        ["    def __init__(self, text, calls, raw_content=None):", "        self.raw_content = raw_content"],
    ),
    "a typed constructor, keywords only": (
        """\
class Reply:
    def __init__(self, *, text: str, calls: list):
        self.text = text
        self.calls = calls
        self.check()

    def check(self): ...
""",
        [
            "    def __init__(self, *, text: str, calls: list, raw_content: list[Any] | None = None):",
            "        self.raw_content = raw_content",
        ],
    ),
    "a constructor over several lines": (
        """\
class Reply:
    def __init__(
        self,
        text: str,
        calls: list = (),
    ) -> None:
        self.text = text
        self.calls = calls
""",
        ["        raw_content: list[Any] | None = None,", "        self.raw_content = raw_content"],
    ),
    "the name is taken": (
        "@dataclass\nclass Reply:\n    text: str\n    calls: list\n    raw_content: str = ''\n",
        ["    response_content: list[Any] | None = None"],
    ),
}


@pytest.mark.parametrize("cls", CLASSES)
def test_classes(cls: str) -> None:
    source, lines = CLASSES[cls]
    assert added(program(cls=source))[: len(lines)] == lines


LAYOUTS = {
    "by position": ("Reply(said, calls)", f"Reply(said, calls, {UNIT})"),
    "a comma at the end": ("Reply(said, calls,)", f"Reply(said, calls, {UNIT})"),
    "in parentheses": ("Reply(said, (calls))", f"Reply(said, (calls), {UNIT})"),
    "line by line": (
        "Reply(\n        text=said,\n        calls=calls,\n    )",
        f"Reply(\n        text=said,\n        calls=calls,\n        {UNIT},\n    )",
    ),
    "line by line without the last comma": (
        "Reply(\n        text=said,\n        calls=calls  # in order\n    )",
        f"Reply(\n        text=said,\n        calls=calls,\n        {UNIT}  # in order\n    )",
    ),
    "a comma in a comment": (
        "Reply(\n        text=said,\n        calls=calls,  # , and so on\n    )",
        f"Reply(\n        text=said,\n        calls=calls,  # , and so on\n        {UNIT},\n    )",
    ),
}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_layouts_of_the_constructor(layout: str) -> None:
    before, after = LAYOUTS[layout]
    repaired = fixed(program(reader=READER.replace("Reply(text=said, calls=calls)", before)))
    assert after in repaired


def test_filled_after_it_was_made() -> None:
    reader = """\
        def read(response: anthropic.types.Message):
            reply = Reply("", [])
            for block in response.content:
                if block.type == "text":
                    reply.text += block.text
                elif block.type == "tool_use":
                    reply.calls.append(block)
            return reply
        """
    assert f'    reply = Reply("", [], {UNIT})' in added(program(reader=textwrap.dedent(reader)))


def test_a_choice_of_contents_is_put_in_parentheses() -> None:
    writer = WRITER.replace('"content": content}', '"content": content if content else ""}')
    assert '"content": reply.raw_content or (content if content else "")' in fixed(program(writer=writer))


METHOD = """
    def to_message(self):
        content = []
        if self.text:
            content.append({"type": "text", "text": self.text})
        for call in self.calls:
            content.append({"type": "tool_use", "id": call.id, "name": call.name, "input": call.input})
        return {"role": "assistant", "content": content}
"""
CLASS_METHOD = """
    @classmethod
    def of(cls, response: anthropic.types.Message):
        calls = [b for b in response.content if b.type == "tool_use"]
        return cls("".join(b.text for b in response.content if b.type == "text"), calls)
"""


def test_a_class_that_writes_itself() -> None:
    source = program(cls=DATACLASS + METHOD, writer="def write(reply):\n    return reply.to_message()\n")
    assert '        return {"role": "assistant", "content": self.raw_content or content}' in added(source)


def test_a_class_that_reads_itself() -> None:
    source = program(cls=DATACLASS + CLASS_METHOD, reader="def read(response):\n    return Reply.of(response)\n")
    assert any(f"calls, {UNIT})" in line for line in added(source))


DECLINED = {
    "a tuple": ("class Reply(NamedTuple):\n    text: str\n    calls: list\n", "one value more"),
    "a table": (
        "class Reply(Base):\n    __tablename__ = 'replies'\n    text: Mapped[str]\n    calls: Mapped[list]\n",
        "a column has to be added",
    ),
    "slots": (
        """\
class Reply:
    __slots__ = ("text", "calls")

    def __init__(self, text, calls):
        self.text = text
        self.calls = calls
""",
        "__slots__",
    ),
    "one line": ("@dataclass\nclass Reply: text: str; calls: list\n", "on one line"),
    "a class below with fields": (
        DATACLASS + "\n\n@dataclass\nclass Long(Reply):\n    more: int\n",
        "a class below it",
    ),
}


@pytest.mark.parametrize("cls", DECLINED)
def test_classes_without_such_a_field(cls: str) -> None:
    source, reason = DECLINED[cls]
    found = finding(program(cls=source))
    assert found.fixes == ()
    assert found.no_fix_reason is not None
    assert "`Reply` has no field for the turn as it came" in found.no_fix_reason
    assert reason in found.no_fix_reason


def test_nothing_in_sight_makes_it_of_a_response() -> None:
    found = finding(HEAD + DATACLASS + "\n\n" + WRITER)
    assert found.no_fix_reason is not None
    assert found.no_fix_reason.endswith("nothing in sight makes `Reply` of a response")


def test_the_response_is_out_of_reach_where_it_is_made() -> None:
    reader = (
        "def parts(response: anthropic.types.Message):\n"
        "    return [b for b in response.content if b.type == 'tool_use']\n\n\n"
        "def made(calls):\n    return Reply('', calls)\n\n\n"
        "def read(response):\n    return made(parts(response))\n"
    )
    assert finding(program(reader=reader)).fixes == ()


def test_the_repaired_program_sends_every_block_back() -> None:
    """Executed: before, blocks are lost; after, the provider has nothing to say."""
    anthropic = pytest.importorskip("anthropic")
    assert set(losses(anthropic, program())) >= {"thinking", "redacted_thinking"}
    assert losses(anthropic, fixed(program())) == []


def losses(anthropic: Any, source: str) -> list[str]:
    module = types.ModuleType("agent")
    exec(compile(source, "agent.py", "exec", dont_inherit=True), module.__dict__)
    script = [[thinking("Hm."), redacted(), text("Look."), unknown(), call("weather", city="Rome")], [text("Warm.")]]
    with StrictProvider(*script) as provider:
        client = anthropic.Anthropic(base_url=provider.base_url, api_key="-")
        history: list[Any] = [{"role": "user", "content": "Warm?"}]
        tools = [{"name": "weather", "input_schema": {"type": "object"}}]
        assert module.__dict__["loop"](client, history, tools, lambda name, arguments: "21") == "Warm."
        damages = [d for e in provider.exchanges for d in e.verdict.losses]
    return [d.block for d in damages]

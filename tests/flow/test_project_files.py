"""What other files of the project change in the verdict on one, and what they leave as it is."""

from __future__ import annotations

import os
from pathlib import Path
from textwrap import dedent

import pytest

from flake8_toolloop.analysis import analyse
from flake8_toolloop.findings import Confidence, Finding, Report
from flake8_toolloop.flow import project as limits
from flake8_toolloop.flow.project import Project
from flake8_toolloop.settings import Settings

LOOP = """
    import anthropic
    from {where} import {what}

    client = anthropic.Anthropic()

    def run(history, tools, execute):
        while True:
            reply = client.messages.create(model="claude-opus-4-5", max_tokens=9000, tools=tools, messages=history)
            history.append({{"role": {role}, "content": {content}}})
            calls = [b for b in reply.content if b.type == "tool_use"]
            if not calls:
                return reply
            history.append({{"role": "user", "content": [
                {{"type": "tool_result", "tool_use_id": c.id, "content": execute(c)}} for c in calls]}})
    """
LOSSY = """
    def turn(reply):
        return [b for b in reply.content if b.type != "thinking" and b.type != "redacted_thinking"]
    """
WHOLE = """
    def turn(reply):
        return [b.to_dict() for b in reply.content]
    """


def write(top: Path, **files: str) -> None:
    for name, text in files.items():
        path = top / f"{name.replace('__', '/').replace('/init', '/__init__')}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(dedent(text), encoding="utf-8")


def loop(where: str, what: str = "turn", *, role: str = '"assistant"', content: str = "turn(reply)") -> str:
    return LOOP.format(where=where, what=what, role=role, content=content)


def report(path: Path, project: Project | None = None) -> Report:
    return analyse(path.read_text(encoding="utf-8"), str(path), Settings(), project=project or Project())


def stated(found: Report) -> list[Finding]:
    """The findings, but for one that goes with many of these: a filter may leave nothing."""
    return [f for f in found.findings if f.code != "TLP403"]


def codes(path: Path, project: Project | None = None) -> list[str]:
    return [f.code for f in stated(report(path, project))]


def alone(path: Path) -> list[str]:
    return [f.code for f in stated(analyse(path.read_text(encoding="utf-8"), str(path), Settings()))]


def only(found: Report) -> Finding:
    [finding] = stated(found)
    return finding


# -- converters -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("where", "layout"),
    [
        (".wire", {"app__init": "", "app__wire": "{}"}),
        ("app.wire", {"app__init": "", "app__wire": "{}"}),
        ("..shared.wire", {"init": "", "app__init": "", "shared__init": "", "shared__wire": "{}"}),
        ("wire", {"app__wire": "{}"}),
        ("app", {"app__init": "from .wire import turn\n", "app__wire": "{}"}),
        ("app", {"app__init": "from .wire import *\n", "app__wire": "{}"}),
        (
            "app",
            {
                "app__init": "from .inner import kept as turn\n",
                "app__inner__init": "from .wire import turn as kept\n",
                "app__inner__wire": "{}",
            },
        ),
    ],
)
def test_a_converter_of_another_file(tmp_path: Path, where: str, layout: dict[str, str]) -> None:
    for text, expected in ((LOSSY, ["TLP101"]), (WHOLE, [])):
        top = tmp_path / ("lossy" if expected else "whole") / "top"
        write(top, app__loop=loop(where), **{n: dedent(text) if t == "{}" else t for n, t in layout.items()})
        assert codes(top / "app" / "loop.py") == expected
        assert alone(top / "app" / "loop.py") == []


def test_a_module_that_is_imported_whole(tmp_path: Path) -> None:
    write(tmp_path, app__init="", app__wire=LOSSY, app__loop=loop("app", "wire", content="wire.turn(reply)"))
    assert codes(tmp_path / "app" / "loop.py") == ["TLP101"]
    write(tmp_path, app__loop=loop(".", "wire as w", content="w.turn(reply)"))
    assert codes(tmp_path / "app" / "loop.py") == ["TLP101"]
    dotted = loop(".", "wire", content="app.wire.turn(reply)").replace("from . import wire", "import app.wire")
    write(tmp_path, app__loop=dotted)
    assert codes(tmp_path / "app" / "loop.py") == ["TLP101"]


def test_the_chain_names_the_other_file(tmp_path: Path) -> None:
    wire = """
        # Größe ☃
        def turn(reply):
            'ü'; return [b for b in reply.content if b.type == "text" or b.type == "tool_use"]
        """
    wire = dedent(wire)
    write(tmp_path, app__init="", app__wire=wire, app__loop=loop(".wire"))
    finding = only(report(tmp_path / "app" / "loop.py"))
    assert finding.span.line == 10
    assert finding.span.file == ""
    [elsewhere] = [r for r in finding.related if r.filename is not None]
    assert os.path.samefile(str(elsewhere.filename), tmp_path / "app" / "wire.py")
    line = wire.splitlines()[elsewhere.span.line - 1]
    assert line[elsewhere.span.column : elsewhere.span.end_column].startswith("[b for b in reply.content")
    assert all(r.span.file == "" for r in finding.related)


def test_a_finding_belongs_to_the_file_that_imports(tmp_path: Path) -> None:
    write(tmp_path, app__init="", app__wire=LOSSY, app__loop=loop(".wire"))
    assert codes(tmp_path / "app" / "wire.py") == []
    assert codes(tmp_path / "app" / "loop.py") == ["TLP101"]


PROVIDER = """
    from .base import Provider

    class {name}(Provider):
        def turn(self, reply):
            {body}
    """


def test_the_same_method_whole_in_one_provider_and_lossy_in_its_sibling(tmp_path: Path) -> None:
    agent = loop(".providers.{}", "{} as Chosen", content="Chosen().turn(reply)")
    write(
        tmp_path,
        app__init="",
        app__providers__init="",
        app__providers__base="class Provider:\n    def turn(self, reply):\n        raise NotImplementedError\n",
        app__providers__kind=PROVIDER.format(name="Kind", body="return reply.content"),
        app__providers__mean=PROVIDER.format(
            name="Mean", body='return [b for b in reply.content if b.type in ("text", "tool_use")]'
        ),
        app__first=agent.replace("providers.{}", "providers.kind").replace("{}", "Kind"),
        app__second=agent.replace("providers.{}", "providers.mean").replace("{}", "Mean"),
    )
    assert codes(tmp_path / "app" / "first.py") == []
    assert codes(tmp_path / "app" / "second.py") == ["TLP101"]


def test_a_method_inherited_from_another_file(tmp_path: Path) -> None:
    base = "class Base:\n    def turn(self, reply):\n        return [b for b in reply.content if b.type in KEPT]\n\n"
    agent = """
        import anthropic
        from .base import Base as Ground

        class Agent(Ground):
            def __init__(self):
                self.client = anthropic.Anthropic()
                self.history = []

            def step(self, tools):
                reply = self.client.messages.create(model="m", max_tokens=9, tools=tools, messages=self.history)
                self.history.append({"role": "assistant", "content": self.turn(reply)})
                self.history.append({"role": "user", "content": [
                    {"type": "tool_result", "tool_use_id": b.id, "content": "1"}
                    for b in reply.content if b.type == "tool_use"]})
        """
    write(tmp_path, app__init="", app__agent=agent, app__base=base + 'KEPT = ("text", "tool_use")\n')
    assert codes(tmp_path / "app" / "agent.py") == ["TLP101"]
    write(tmp_path, app__base=base + "KEPT = load()\n")
    assert codes(tmp_path / "app" / "agent.py") == []


def test_a_collaborator_kept_on_the_instance(tmp_path: Path) -> None:
    agent = """
        import anthropic
        from .wire import Writer

        class Agent:
            def __init__(self, writer: Writer):
                self.client = anthropic.Anthropic()
                self.writer = {made}

            def step(self, tools, history):
                reply = self.client.messages.create(model="m", max_tokens=9, tools=tools, messages=history)
                history.append({{"role": "assistant", "content": self.writer.turn(reply)}})
                history.append({{"role": "user", "content": [
                    {{"type": "tool_result", "tool_use_id": b.id, "content": "1"}}
                    for b in reply.content if b.type == "tool_use"]}})
        """
    wire = (
        "class Writer:\n    def turn(self, reply):\n        return [b for b in reply.content if b.type != 'thinking']\n"
    )
    for made in ("Writer()", "writer"):
        write(tmp_path, app__init="", app__wire=wire, app__agent=agent.format(made=made))
        assert "TLP101" in codes(tmp_path / "app" / "agent.py")
        assert alone(tmp_path / "app" / "agent.py") == []


# -- constants --------------------------------------------------------------------------------------------------------
ROLES = {
    "constant": ('ASSISTANT = "{}"\n', "ASSISTANT", "ASSISTANT"),
    "enum": ('import enum\n\nclass Role(str, enum.Enum):\n    MODEL = "{}"\n', "Role", "Role.MODEL"),
    "enum's value": ('import enum\n\nclass Role(enum.Enum):\n    MODEL = "{}"\n', "Role", "Role.MODEL.value"),
    "class": ('class Names:\n    role = "{}"\n', "Names", "Names.role"),
    "table": ('NAMES = {{"model": "{}"}}\n', "NAMES", 'NAMES["model"]'),
}


@pytest.mark.parametrize("kind", ROLES)
def test_roles_of_another_file(tmp_path: Path, kind: str) -> None:
    text, what, role = ROLES[kind]
    lossy = '[b for b in reply.content if b.type != "thinking"]'
    for value, expected in (("assistant", ["TLP101"]), ("user", [])):
        write(tmp_path, app__init="", app__names=text.format(value))
        write(tmp_path, app__loop=loop(".names", what, role=role, content=lossy))
        assert codes(tmp_path / "app" / "loop.py") == expected


def test_kinds_of_another_file(tmp_path: Path) -> None:
    content = "[b for b in reply.content if b.type not in DROPPED]"
    write(tmp_path, app__init="", app__names='DROPPED = frozenset({"thinking", "redacted_thinking"})\n')
    write(tmp_path, app__loop=loop(".names", "DROPPED", content=content))
    assert codes(tmp_path / "app" / "loop.py") == ["TLP101"]
    write(tmp_path, app__names='DROPPED = {"ping"}\n')
    assert codes(tmp_path / "app" / "loop.py") == []
    write(tmp_path, app__names='DROPPED = load("thinking")\n')
    assert codes(tmp_path / "app" / "loop.py") == alone(tmp_path / "app" / "loop.py") == []


@pytest.mark.parametrize(
    "names",
    [
        "try:\n    from .fast import turn\nexcept ImportError:\n    turn = None\n",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from .fast import turn\n",
    ],
)
def test_imports_under_conditions(tmp_path: Path, names: str) -> None:
    write(tmp_path, app__init="", app__fast=LOSSY, app__names=names, app__loop=loop(".names"))
    assert codes(tmp_path / "app" / "loop.py") == ["TLP101"]


def test_one_of_two_definitions_is_not_known(tmp_path: Path) -> None:
    names = "try:\n    from .fast import turn\nexcept ImportError:\n    from .slow import turn\n"
    write(tmp_path, app__init="", app__fast=LOSSY, app__slow=WHOLE, app__names=names, app__loop=loop(".names"))
    assert codes(tmp_path / "app" / "loop.py") == []


@pytest.mark.parametrize(("listed", "expected"), [('["turn"]', ["TLP101"]), ('["other"]', [])])
def test_what_a_star_takes_along(tmp_path: Path, listed: str, expected: list[str]) -> None:
    write(tmp_path, app__init="", app__wire=dedent(LOSSY) + f"\n__all__ = {listed}\n", app__loop=loop(".wire", "*"))
    assert codes(tmp_path / "app" / "loop.py") == expected


# -- what cannot be known ---------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "data",
    [b"def turn(reply:\n", b"\xff\xfe\x00", b"def turn(reply):\n\x00", b"x = " + b"(" * 900 + b")" * 900, b""],
    ids=["syntax", "bytes", "null", "nested", "empty"],
)
def test_broken_files_are_unknown(tmp_path: Path, data: bytes) -> None:
    write(tmp_path, app__init="", app__loop=loop(".wire"))
    (tmp_path / "app" / "wire.py").write_bytes(data)
    assert codes(tmp_path / "app" / "loop.py") == []


def test_a_folder_of_that_name_and_a_file_too_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, app__init="", app__loop=loop(".wire"))
    (tmp_path / "app" / "wire.py").mkdir()
    assert codes(tmp_path / "app" / "loop.py") == []
    (tmp_path / "app" / "wire.py").rmdir()
    write(tmp_path, app__wire=LOSSY)
    assert codes(tmp_path / "app" / "loop.py") == ["TLP101"]
    monkeypatch.setattr(limits, "MAX_BYTES", 20)
    assert codes(tmp_path / "app" / "loop.py") == []


def test_files_that_import_one_another(tmp_path: Path) -> None:
    write(
        tmp_path,
        app__init="from .a import turn\n",
        app__a="from .b import turn\n",
        app__b="from .a import turn\nfrom .loop import run\n",
        app__loop=loop(".a"),
    )
    assert codes(tmp_path / "app" / "loop.py") == []
    write(tmp_path, app__b=dedent(LOSSY) + "\nfrom .loop import run\n")
    assert codes(tmp_path / "app" / "loop.py") == ["TLP101"]


def test_a_function_that_comes_back_to_the_file(tmp_path: Path) -> None:
    write(tmp_path, app__init="", app__wire="from .loop import keep\n\ndef turn(reply):\n    return keep(reply)\n")
    write(tmp_path, app__loop=dedent(loop(".wire")) + "\ndef keep(reply):\n    return reply.content\n")
    assert codes(tmp_path / "app" / "loop.py") == []


def test_classes_that_inherit_in_a_circle(tmp_path: Path) -> None:
    write(
        tmp_path,
        app__init="",
        app__wire="from . import loop\n\nclass Keep(loop.Keep): ...\n\ndef turn(reply): return Keep(reply.content)\n",
        app__loop=dedent(loop(".wire", "Keep as K, turn")) + "\nclass Keep(K):\n    field: int\n",
    )
    assert codes(tmp_path / "app" / "loop.py") == []


def test_a_text_that_another_file_cleans_is_its_own_matter(tmp_path: Path) -> None:
    content = (
        '[{"type": "thinking", "thinking": clean(b.thinking), "signature": b.signature}'
        ' if b.type == "thinking" else b for b in reply.content]'
    )
    write(
        tmp_path,
        app__init="",
        app__wire="import re\n\ndef clean(text):\n    return re.sub('[\\ud800-\\udfff]', '', text)\n",
    )
    write(tmp_path, app__loop=loop(".wire", "clean", content=content))
    finding = only(report(tmp_path / "app" / "loop.py"))
    assert (finding.code, finding.confidence) == ("TLP302", Confidence.POSSIBLE)
    assert alone(tmp_path / "app" / "loop.py") == ["TLP302"]


# -- what is asked ----------------------------------------------------------------------------------------------------
def used(found: Report) -> list[str]:
    return [os.path.basename(path) for path in found.used]


def test_only_what_a_query_asks_for_is_read(tmp_path: Path) -> None:
    write(
        tmp_path,
        app__init="from .wire import turn\n",
        app__wire=WHOLE,
        app__never="raise SystemExit\n",
        app__loop=dedent(loop(".wire")).replace("import anthropic\n", "import anthropic\nfrom . import never\n"),
        app__quiet="from . import wire, never\n\ndef f():\n    return wire.turn(never)\n",
        app__plain="import anthropic\nfrom .wire import turn\n\ndef f(reply):\n    return turn(reply)\n",
    )
    assert used(report(tmp_path / "app" / "loop.py")) == ["wire.py"]
    assert used(report(tmp_path / "app" / "quiet.py")) == []
    assert used(report(tmp_path / "app" / "plain.py")) == []


def test_an_sdk_is_not_looked_up(tmp_path: Path) -> None:
    write(tmp_path, anthropic__init="raise SystemExit\n", wire=WHOLE, agent=loop("wire"))
    assert used(report(tmp_path / "agent.py")) == ["wire.py"]


def test_a_file_may_ask_for_so_many_and_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chain = {f"app__w{n}": f"from .w{n + 1} import turn\n" for n in range(30)}
    write(
        tmp_path, app__init="", app__loop=loop(".w20"), app__w30=LOSSY, **{k: v for k, v in chain.items() if k != "w30"}
    )
    assert codes(tmp_path / "app" / "loop.py") == ["TLP101"]
    write(tmp_path, app__loop=loop(".w0"))
    found = report(tmp_path / "app" / "loop.py")
    assert (stated(found), len(found.used)) == ([], limits.MAX_FILES)
    monkeypatch.setattr(limits, "MAX_TOTAL", 100)
    write(tmp_path, app__loop=loop(".w20"))
    assert codes(tmp_path / "app" / "loop.py") == []


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    project = Project()
    write(tmp_path, app__init="", app__wire=LOSSY, app__loop=loop(".wire"))
    path = tmp_path / "app" / "loop.py"
    assert codes(path, project) == ["TLP101"]
    write(tmp_path, app__wire=WHOLE + "\n# another length\n")
    assert codes(path, project) == []


def test_the_verdict_does_not_depend_on_what_was_looked_at_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, app__init="", app__wire=LOSSY, app__other=WHOLE, app__loop=loop(".wire"), app__last=loop(".other"))
    for kept in (0, 10**6):
        monkeypatch.setattr(limits, "KEPT", kept)
        project = Project()
        for name in ("loop", "last", "loop", "wire", "last", "loop"):
            expected = ["TLP101"] if name == "loop" else []
            assert codes(tmp_path / "app" / f"{name}.py", project) == expected


def test_a_fix_leaves_other_files_alone(tmp_path: Path) -> None:
    write(tmp_path, app__init="", app__wire=LOSSY, app__loop=loop(".wire"))
    path = tmp_path / "app" / "loop.py"
    finding = only(analyse(path.read_text(), str(path), Settings(), fixes=True, project=Project()))
    edits = finding.fix.edits if finding.fix is not None else ()
    lines = path.read_text().splitlines()
    assert [lines[e.span.line - 1][e.span.column : e.span.end_column] for e in edits] in (["turn(reply)"], [])
    assert edits or "wire.py" in str(finding.no_fix_reason)


# -- carriers ---------------------------------------------------------------------------------------------------------
WRITER = """
    from .turns import Turn

    def to_wire(turns: list[Turn]):
        messages = []
        for turn in turns:
            content = []
            if turn.text:
                content.append({"type": "text", "text": turn.text})
            for call in turn.calls:
                content.append({"type": "tool_use", "id": call.id, "name": call.name, "input": call.input})
            messages.append({"role": "assistant", "content": content})
        return messages
    """
CARRIERS = {
    "dataclass": "from dataclasses import dataclass\n\n@dataclass\nclass Turn:\n    text: str\n    calls: list\n{}",
    "pydantic": "from pydantic import BaseModel\n\nclass Turn(BaseModel):\n    text: str\n    calls: list\n{}",
    "TypedDict": "from typing import TypedDict\n\nclass Turn(TypedDict):\n    text: str\n    calls: list\n{}",
    "NamedTuple": "from typing import NamedTuple\n\nclass Turn(NamedTuple):\n    text: str\n    calls: list\n{}",
    "attrs": "import attrs\n\n@attrs.define\nclass Turn:\n    text: str\n    calls: list\n{}",
    "inherited": "class Base:\n{}    text: str\n\nclass Turn(Base):\n    calls: list\n",
}
RAW = [
    "    blocks: list[anthropic.types.ContentBlock] | None = None\n",
    "    came: 'Message | None' = None\n",
    "    sent: Optional[anthropic.types.MessageParam] = None\n",
]
OTHERS = [
    "    usage: anthropic.types.Usage | None = None\n",
    "    note: Message2 | None = None\n",
    "    raw_text: str = ''\n",
]
SDK = "import anthropic\nfrom typing import Optional\nfrom anthropic.types import Message\n"


@pytest.mark.parametrize("kind", CARRIERS)
def test_a_carrier_with_a_place_for_the_turn(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "app" / "wire.py"
    write(tmp_path, app__init="", app__wire=WRITER, app__turns=CARRIERS[kind].format(""))
    assert codes(path) == alone(path) == ["TLP102"]
    for field in RAW:
        write(tmp_path, app__turns=SDK + CARRIERS[kind].format(field))
        assert codes(path) == []
    for field in OTHERS:
        write(tmp_path, app__turns=SDK + CARRIERS[kind].format(field))
        assert codes(path) == ["TLP102"]


READER = """
    from dataclasses import dataclass

    @dataclass
    class Turn:
        text: str
        calls: list
        kept: object = None

        @classmethod
        def of(cls, reply):
            calls = [b for b in reply.content if b.type == "tool_use"]
            return cls("".join(b.text for b in reply.content if b.type == "text"), calls, {kept})
    """


@pytest.mark.parametrize(
    ("kept", "expected"),
    [
        ("reply.content", []),
        ("kept=reply.content", []),
        ("kept=[b.model_dump() for b in reply.content]", []),
        ("kept=[b for b in reply.content if b.type == 'tool_use']", ["TLP102"]),
        ("kept=reply.usage", ["TLP102"]),
        ("kept=len(reply.content)", ["TLP102"]),
    ],
)
def test_a_constructor_that_keeps_the_turn(tmp_path: Path, kept: str, expected: list[str]) -> None:
    write(tmp_path, app__init="", app__wire=WRITER, app__turns=READER.format(kept=kept))
    assert codes(tmp_path / "app" / "wire.py") == expected


def test_a_carrier_inside_of_another(tmp_path: Path) -> None:
    session = "from .turns import Turn\n\nclass Session:\n    turns: list[Turn]\n"
    writer = WRITER.replace("from .turns import Turn", "from .session import Session")
    writer = writer.replace("turns: list[Turn]", "session: 'Session'").replace("in turns", "in session.turns")
    write(tmp_path, app__init="", app__wire=writer, app__session=session)
    write(tmp_path, app__turns=SDK + CARRIERS["dataclass"].format(RAW[0]))
    assert codes(tmp_path / "app" / "wire.py") == []
    write(tmp_path, app__turns=CARRIERS["dataclass"].format(""))
    assert codes(tmp_path / "app" / "wire.py") == ["TLP102"]


def test_the_model_call_of_another_file_is_shown(tmp_path: Path) -> None:
    client = """
        import anthropic

        def ask(history, tools):
            return anthropic.Anthropic().messages.create(model="m", max_tokens=9, tools=tools, messages=history)
        """
    agent = """
        from .client import ask

        def run(history, tools):
            reply = ask(history, tools)
            kept = [b for b in reply.content if b.type in ("text", "tool_use")]
            history.append({"role": "assistant", "content": kept})
        """
    write(tmp_path, app__init="", app__client=client, app__agent=agent)
    finding = only(report(tmp_path / "app" / "agent.py"))
    assert (finding.code, finding.confidence) == ("TLP101", Confidence.CERTAIN)
    [call] = [r for r in finding.related if r.role == "model call"]
    assert (os.path.basename(str(call.filename)), call.span.line) == ("client.py", 5)


# -- what runs over the messages afterwards ---------------------------------------------------------------------------
SPLIT = """
    import anthropic
    from .tidy import tidied

    def run(history, tools, execute):
        while True:
            reply = anthropic.Anthropic().messages.create(
                model="m", max_tokens=9, tools=tools, messages={sent})
            history.append({{"role": "assistant", "content": reply.content}})
            if reply.stop_reason != "tool_use":
                return reply
            for call in reply.content:
                if call.type == "tool_use":
                    history.append({{"role": "user", "content": [
                        {{"type": "tool_result", "tool_use_id": call.id, "content": execute(call)}}]}})
    """
MERGING = """
    def joined(messages):
        out = []
        for message in messages:
            if out and out[-1]["role"] == message["role"]:
                out[-1]["content"] = out[-1]["content"] + message["content"]
            else:
                out.append(message)
        return out

    def tidied(messages):
        return joined(messages)
    """


def test_neighbours_are_merged_in_another_file(tmp_path: Path) -> None:
    path = tmp_path / "app" / "loop.py"
    write(tmp_path, app__init="", app__tidy=MERGING, app__loop=SPLIT.format(sent="tidied(history)"))
    assert codes(path) == []
    assert alone(path) == ["TLP202"]
    write(tmp_path, app__tidy="def tidied(messages):\n    return list(messages)\n")
    assert codes(path) == ["TLP202"]
    write(tmp_path, app__tidy=MERGING, app__loop=SPLIT.format(sent="history"))
    assert codes(path) == ["TLP202"]  # imported, but not used


# -- messages that another file makes ---------------------------------------------------------------------------------
HELPED = """
    import anthropic
    from .blocks import as_message, calls_of, results_of

    def answer(question, tools, run):
        client = anthropic.Anthropic()
        messages = [{{"role": "user", "content": question}}]
        while True:
            reply = client.messages.create(model="m", max_tokens=4096, tools=tools, messages=messages)
            messages.append(as_message({content}))
            if not calls_of(reply):
                return reply
            messages.append(results_of(calls_of(reply), run))
    """
BLOCKS = """
    def calls_of(reply):
        return [b for b in reply.content if b.type == "tool_use"]

    def as_message(content):
        {maker}

    def results_of(calls, run):
        return {{"role": "user", "content": [
            {{"type": "tool_result", "tool_use_id": c.id, "content": run(c)}} for c in calls]}}
    """
LOSSY_CONTENT = '[b for b in reply.content if b.type != "thinking"]'
MAKER = 'return {"role": "assistant", "content": content}'


@pytest.mark.parametrize(
    ("maker", "content", "expected"),
    [
        (MAKER, LOSSY_CONTENT, ["TLP101"]),
        (MAKER, "content=" + LOSSY_CONTENT, ["TLP101"]),
        (MAKER, "reply.content", []),
        (MAKER, "*reply.content", []),
        (MAKER.replace("assistant", "user"), LOSSY_CONTENT, []),
        ('return {"role": "assistant", "content": content, "name": "desk"}', LOSSY_CONTENT, []),
        ('return {"role": "assistant", "content": repaired(content)}', LOSSY_CONTENT, []),
        ('content = repaired(content); return {"role": "assistant", "content": content}', LOSSY_CONTENT, []),
    ],
)
def test_the_message_is_made_in_another_file(tmp_path: Path, maker: str, content: str, expected: list[str]) -> None:
    write(tmp_path, app__init="", app__blocks=BLOCKS.format(maker=maker), app__agent=HELPED.format(content=content))
    assert codes(tmp_path / "app" / "agent.py") == expected
    assert alone(tmp_path / "app" / "agent.py") == []

"""What a user declares: wrappers of the model call, and functions that convert, trim or sanitise a turn rightly."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from flake8_toolloop.analysis import analyse
from flake8_toolloop.flow.project import Project
from flake8_toolloop.settings import Settings

AGENT = """
    import anthropic
    {import_}

    def run(history, tools, session):
        reply = {ask}
        history.append({{"role": "assistant", "content": {content}}})
        history.append({{"role": "user", "content": [
            {{"type": "tool_result", "tool_use_id": b.id, "content": "1"}}
            for b in reply.content if b.type == "tool_use"]}})
    """
SDK = 'anthropic.Anthropic().messages.create(model="m", max_tokens=9, tools=tools, messages=history)'
FILTER = '[b for b in reply.content if b.type != "thinking"]'


def found(top: Path, *, files: dict[str, str] | None = None, **settings: tuple[str, ...]) -> list[tuple[str, str]]:
    for name, text in (files or {}).items():
        path = top / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(dedent(text))
    path = top / "house" / "agent.py"
    report = analyse(path.read_text(), str(path), Settings(**settings), project=Project())  # type: ignore[arg-type]
    return [(f.code, f.confidence.value) for f in report.findings if f.code != "TLP403"]


@pytest.mark.parametrize(
    ("import_", "ask"),
    [
        ("from house.llm import ask", "ask(history)"),
        ("from house.llm import ask as put", "put(history)"),
        ("from house import llm", "llm.ask(history)"),
        ("import house.llm", "house.llm.ask(history)"),
        ("from .llm import ask", "ask(history)"),
        ("from . import llm", "llm.ask(history)"),
    ],
)
def test_a_wrapper_of_the_model_call(tmp_path: Path, import_: str, ask: str) -> None:
    files = {"house/agent.py": AGENT.format(import_=import_, ask=ask, content=FILTER)}
    assert ("TLP101", "certain") not in found(tmp_path, files=files)
    assert ("TLP101", "certain") in found(tmp_path, model_calls=("house.llm.ask",))
    assert ("TLP101", "certain") not in found(tmp_path, model_calls=("other.llm.ask", "house.llm.tell"))


CLEAN = """
    def clean(reply):
        return [b for b in reply.content if b.type != "thinking"]

    class Kept:
        def clean(self, reply):
            return [b for b in reply.content if b.type != "thinking"]
    """


@pytest.mark.parametrize(
    ("import_", "content", "name"),
    [
        ("from house.wire import clean", "clean(reply)", "house.wire.clean"),
        ("from .wire import clean", "clean(reply)", "house.wire.clean"),
        ("from .wire import clean as c", "c(reply)", "house.wire.clean"),
        ("from . import wire", "wire.clean(reply)", "house.wire.clean"),
        ("from .wire import Kept", "Kept().clean(reply)", "house.wire.Kept.clean"),
    ],
)
def test_what_converts_a_turn_rightly(tmp_path: Path, import_: str, content: str, name: str) -> None:
    agent = AGENT.format(import_=import_, ask=SDK, content=content)
    files = {"house/__init__.py": "", "house/wire.py": CLEAN, "house/agent.py": agent}
    assert found(tmp_path, files=files) == [("TLP101", "certain")]
    assert found(tmp_path, sanctioned=(name,)) == []
    assert found(tmp_path, sanctioned=(name.replace("house", "home"),)) == [("TLP101", "certain")]


def test_a_function_of_the_file_itself(tmp_path: Path) -> None:
    agent = dedent(AGENT.format(import_="", ask=SDK, content="clean(reply)")) + dedent(CLEAN)
    assert found(tmp_path, files={"house/agent.py": agent}) == [("TLP101", "certain")]
    assert found(tmp_path, sanctioned=("house.agent.clean",)) == []
    assert found(tmp_path, sanctioned=("house.agent.Kept.clean",)) == [("TLP101", "certain")]


def test_what_stands_in_a_declared_function_is_its_authors_matter(tmp_path: Path) -> None:
    agent = AGENT.format(import_="", ask=SDK, content=FILTER)
    assert found(tmp_path, files={"house/agent.py": agent}) == [("TLP101", "certain")]
    assert found(tmp_path, sanctioned=("house.agent.run",)) == []
    assert found(tmp_path, sanctioned=("agent.run",)) == []
    assert found(tmp_path, sanctioned=("run",)) == [("TLP101", "certain")]


def test_a_sanitiser_of_texts(tmp_path: Path) -> None:
    edited = (
        '[{"type": "thinking", "thinking": tidy(b.thinking), "signature": b.signature}'
        ' if b.type == "thinking" else b for b in reply.content]'
    )
    files = {"house/agent.py": AGENT.format(import_="from house.text import tidy", ask=SDK, content=edited)}
    assert found(tmp_path, files=files) == [("TLP302", "possible")]
    assert found(tmp_path, sanctioned=("house.text.tidy",)) == []

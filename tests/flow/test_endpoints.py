"""Which server a message goes to, where only another file of the project says so."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from flake8_toolloop.analysis import analyse
from flake8_toolloop.flow.project import Project
from flake8_toolloop.settings import Settings, is_shown

LOOP = """
from openai import OpenAI
{imports}

def run(messages, tools):
    client = {client}
    while True:
        m = client.chat.completions.create(model={model}, messages=messages, tools=tools).choices[0].message
        messages.append({{"role": "assistant", "content": m.content, "tool_calls": m.tool_calls}})
        if not m.tool_calls:
            return m.content
        for call in m.tool_calls:
            messages.append({{"role": "tool", "tool_call_id": call.id, "content": execute(call)}})
"""
NEUTRAL = """
from app.providers import get_provider


def run(messages, tools):
    while True:
        reply = get_provider().chat(messages, tools)
        messages.append({
            "role": "assistant",
            "content": reply.text,
            "tool_calls": [
                {"id": c.id, "type": "function", "function": {"name": c.name, "arguments": c.arguments}}
                for c in reply.calls
            ],
        })
        if not reply.calls:
            return reply.text
        for call in reply.calls:
            messages.append({"role": "tool", "tool_call_id": call.id, "content": execute(call)})
"""


def codes(top: Path, **files: str) -> list[str]:
    """The codes of ``app/loop.py`` in a project of these files."""
    (top / "app").mkdir()
    (top / "app" / "__init__.py").write_text("")
    for name, text in files.items():
        (top / "app" / f"{name}.py").write_text(dedent(text))
    path = top / "app" / "loop.py"
    report = analyse(path.read_text(), str(path), Settings(), project=Project())
    return [finding.code for finding in report.findings if is_shown(finding, Settings())]


@pytest.mark.parametrize(
    ("base", "expected"),
    [
        ("https://api.deepseek.com", ["TLP107"]),
        ("https://openrouter.ai/api/v1", ["TLP107"]),
        ("https://api.openai.com/v1", []),
        ("https://api.groq.com/openai/v1", []),
        ("https://house.openai.azure.com/openai/v1", []),
    ],
)
def test_the_address_is_a_constant_of_another_file(tmp_path: Path, base: str, expected: list[str]) -> None:
    loop = LOOP.format(imports="from app.config import BASE", client="OpenAI(base_url=BASE)", model='"m"')
    assert codes(tmp_path, loop=loop, config=f"BASE = {base!r}\n") == expected


@pytest.mark.parametrize(("model", "expected"), [("deepseek-chat", ["TLP107"]), ("gpt-4.1", []), ("o4-mini", [])])
def test_the_model_is_a_constant_of_another_file(tmp_path: Path, model: str, expected: list[str]) -> None:
    loop = LOOP.format(imports="from app import config", client="OpenAI(base_url=url())", model="config.MODEL")
    assert codes(tmp_path, loop=loop, config=f"MODEL = {model!r}\n") == expected


def test_settings_of_another_file_say_nothing_of_a_client_without_address(tmp_path: Path) -> None:
    loop = LOOP.format(imports="from app import config", client="OpenAI()", model='"gpt-5"')
    assert codes(tmp_path, loop=loop, config='OTHER = "https://api.deepseek.com"\n') == []


@pytest.mark.parametrize(
    ("providers", "expected"),
    [
        ('URLS = {"openrouter": "https://openrouter.ai/api/v1"}\ndef get_provider(): ...\n', ["TLP107"]),
        ("import litellm\ndef get_provider(): ...\n", ["TLP107"]),
        ('KEY = os.environ["DEEPSEEK_API_KEY"]\ndef get_provider(): ...\n', ["TLP107"]),
        ("from openai import OpenAI\ndef get_provider(): ...\n", []),
        ('URL = "https://api.groq.com/openai/v1"\ndef get_provider(): ...\n', []),
    ],
)
def test_the_providers_are_in_another_file(tmp_path: Path, providers: str, expected: list[str]) -> None:
    assert codes(tmp_path, loop=NEUTRAL, providers=providers) == expected


def test_a_server_that_a_function_of_another_file_names(tmp_path: Path) -> None:
    """The answer does not hang on whether an analysis before has looked into that function."""
    (tmp_path / "app").mkdir()
    (tmp_path / "app" / "__init__.py").write_text("")
    (tmp_path / "app" / "providers.py").write_text(
        "from openai import OpenAI\n\n\ndef get_provider():\n    return OpenAI(base_url='https://api.deepseek.com')\n"
    )
    path = tmp_path / "app" / "loop.py"
    path.write_text(NEUTRAL)
    before, after = Project(), Project()
    other = after.module(str(tmp_path / "app" / "providers.py"))
    assert other is not None
    other.index.complete()
    found = [
        [f.code for f in analyse(NEUTRAL, str(path), Settings(), project=project).findings]
        for project in (before, after)
    ]
    assert found[0] == found[1]
    assert "TLP107" in found[0]

"""The prefilter stops no file that the analysis would look into."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from flake8_toolloop.dialects import DIALECTS
from flake8_toolloop.flow.index import build
from flake8_toolloop.flow.provenance import Provenance
from flake8_toolloop.flow.tell import Teller
from flake8_toolloop.prefilter import may_matter

RULES = sorted(Path(__file__).parent.joinpath("rules").glob("TLP*/*/*.py"))
NEEDLES = "# thinking, for the assistant\n"
WORDS = [word for dialect in DIALECTS for word in dialect.wire_words]
KEYS = [keys for dialect in DIALECTS for keys in dialect.wire_keys]
MODULES = [module for dialect in DIALECTS for module in dialect.modules]
SPOKEN = [
    *(f"x = {quote}{word}{quote}" for word in WORDS for quote in ("'", '"', '"""')),
    *("x = {" + ", ".join(f"{key!r}: 1" for key in keys) + "}" for keys in KEYS),
    *("x = f(" + ", ".join(f"{key}=1" for key in keys) + ")" for keys in KEYS),
    *("x = f(" + ", ".join(f"{key} \\\n = 1" for key in keys) + ")" for keys in KEYS),
    *(f"import {module}" for module in MODULES),
    *(f"import os, \\\n    {module} as a" for module in MODULES),
    *(f"x = 1; from {module}.types import Message" for module in MODULES),
    *(f"try:\n    import json, {module}.types\nexcept ImportError: pass" for module in MODULES),
]


def evident(source: str) -> bool:
    """Whether the analysis would look into it."""
    prov = Provenance(build(ast.parse(source)), DIALECTS)
    return any(Teller(prov, dialect, source).evident() for dialect in DIALECTS)


@pytest.mark.parametrize("spoken", SPOKEN)
def test_what_says_that_the_dialect_is_spoken(spoken: str) -> None:
    source = NEEDLES + spoken + "\n"
    assert evident(source)
    assert may_matter(source)
    assert may_matter(source.encode())


@pytest.mark.parametrize("call", ["client.messages.create()", "client.messages.stream()", "c.messages.parse()"])
def test_a_request_whose_messages_are_made_elsewhere(call: str) -> None:
    source = f"import anthropic\nfrom .blocks import as_message\nhistory.append(as_message({call}.content))\n"
    assert may_matter(source)
    assert may_matter(source.encode())
    assert not may_matter(source.replace("import anthropic", "from . import anthropic_client"))


def test_every_file_that_is_looked_into() -> None:
    sources = [path.read_text(encoding="utf-8") for path in RULES]
    # With the role word given: a file without one has no message in it.
    assert [source for source in sources if evident(source) and not may_matter("# assistant\n" + source)] == []


@pytest.mark.parametrize(
    "source",
    [
        "",
        "x = 'assistant'",
        "usage.tool_use_prompt_tokens = assistant.tokens",
        "def thinking(assistant): return inspect.signature(assistant)",
        "from .anthropic_client import thinking, assistant",
    ],
)
def test_stopped(source: str) -> None:
    assert not may_matter(source)
    assert not may_matter(source.encode())

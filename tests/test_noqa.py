"""``# noqa``: the same comment quiets flake8 and the command. What flake8 itself says is the measure."""

from __future__ import annotations

import argparse

import pytest
from flake8.processor import FileProcessor
from flake8.violation import Violation
from hypothesis import given
from hypothesis import strategies as st

from flake8_toolloop.noqa import split_lines, suppressions

SOURCES = [
    "x = 1  # noqa\n",
    "x = 1  # noqa: TLP101\n",
    "x = 1  # noqa:TLP1\n",
    "x = 1  # NoQA: TLP101\n",
    "x = 1  # noqa: tlp101\n",
    "x = 1  # noqa: E501, TLP101\n",
    "x = 1  # noqa: E501 TLP101\n",
    "x = 1  # noqa: E501\n",
    "x = 1  # noqa : TLP101\n",
    "x = 1  #noqa\n",
    "x = 1  # noqa: because it is right\n",
    "x = 1  # fine # noqa: TLP203 # really\n",
    "x = '''\n# noqa\n'''\n",
    "x = '''\na\n'''  # noqa: TLP101\ny = 1\n",
    "x = f'''\n{1}\n'''  # noqa: TLP101\ny = 1\n",
    "x = 1 + \\\n    2  # noqa\n",
    "x = f(\n    1,\n)  # noqa\n",
    "x = f(  # noqa\n    1,\n)\n",
    "def f():\n    x = [\n        1  # noqa: TLP101\n    ]\n\n\n\ny = 1\n",
    "# flake8: noqa\nx = 1\n",
    "x = 1  # flake8: noqa\ny = 2\n",
    "# flake8: noqa: E501\nx = 1\n",
    "  # flake8: NOQA\nx = 1\n",
    "x = 1 # noqa\r\ny = 2\r\n",
    "x = 1\x0c # noqa\ny = '\x0c' # noqa: TLP101\n",
    "x = 1 # noqa",
    "\n\n# noqa\nx = 1\n",
    "if x:\n\ty = 1 # noqa\n",
    "x = (1,  # noqa\n",
    "x = '''\n # noqa\n",
    "noqa = 1\n",
]


def flake8_says(source: str, code: str, line: int) -> bool:
    """Whether flake8 would drop this code on this line; it reads files with universal newlines."""
    text = source.replace("\r\n", "\n").replace("\r", "\n")
    lines = text.splitlines(keepends=True) if "\x0c" not in text else [f"{row}\n" for row in text.split("\n")]
    options = argparse.Namespace(
        hang_closing=False, indent_size=4, max_line_length=79, max_doc_length=None, verbose=0, disable_noqa=False
    )
    processor = FileProcessor("x.py", options, lines)
    if processor.should_ignore_file():
        return True
    physical = processor.noqa_line_for(line)
    if physical is None:  # flake8 then reads the line from the file
        physical = lines[line - 1] if 0 < line <= len(lines) else ""
    return bool(Violation(code, "x.py", line, 1, "text", physical).is_inline_ignored(disable_noqa=False))


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("code", ["TLP101", "TLP203"])
def test_flake8_agrees(source: str, code: str) -> None:
    quieted = suppressions(source)
    lines = range(1, len(split_lines(source)))
    assert [quieted(code, line) for line in lines] == [flake8_says(source, code, line) for line in lines]


@given(
    st.lists(
        st.sampled_from(["x", " = ", "1", "'''", "(", ")", "\\", "\n", "# noqa", ": TLP101", " ", ",", "# flake8: "])
    )
)
def test_flake8_agrees_on_anything(parts: list[str]) -> None:
    source = "".join(parts) + "\n"
    quieted = suppressions(source)
    lines = range(1, len(split_lines(source)))
    assert [quieted("TLP101", line) for line in lines] == [flake8_says(source, "TLP101", line) for line in lines]


def test_a_place_outside_of_the_file_is_never_quieted() -> None:
    assert not suppressions("x = 1  # noqa\n")("TLP101", 0)
    assert not suppressions("x = 1  # noqa\n")("TLP101", 99)

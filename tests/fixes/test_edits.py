"""Span edits: positions, newlines, conflicts, and that everything outside the spans stays as it is."""

from __future__ import annotations

import ast
import subprocess
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flake8_toolloop.findings import Applicability, Edit, Fix, Span
from flake8_toolloop.fixes.edits import Lines, apply_edits, resolve, select_fixes, split_lines, unified_diff

if TYPE_CHECKING:
    from pathlib import Path

TEXTS = st.text(st.sampled_from(list("ab \t=\n\r\f\u2028\U0001f926é")), max_size=60)


def fix(*edits: tuple[int, int, int, int, str]) -> Fix:
    return Fix("", Applicability.SAFE, tuple(Edit(Span(*edit[:4]), edit[4]) for edit in edits))


@given(TEXTS)
def test_lines_join_to_the_text(text: str) -> None:
    assert "".join(split_lines(text)) == text


@given(TEXTS, st.data())
def test_positions_and_offsets_are_inverse(text: str, data: st.DataObject) -> None:
    lines = Lines(text)
    offset = data.draw(st.integers(0, len(text)))
    assert lines.offset(*lines.position(offset)) == offset


@given(TEXTS, st.data())
def test_everything_outside_the_spans_is_kept(text: str, data: st.DataObject) -> None:
    cuts = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=8)))
    pairs = list(zip(cuts[::2], cuts[1::2], strict=False))
    lines = Lines(text)
    edits = [Edit(lines.spanning(start, end), "<>") for start, end in pairs]
    kept = [text[a:b] for a, b in zip([0, *(e for _, e in pairs)], [*(s for s, _ in pairs), len(text)], strict=True)]
    assert apply_edits(text, data.draw(st.permutations(edits)) if len(set(pairs)) == len(pairs) else edits) == (
        "<>".join(kept)
    )


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("s = '🤦'; x = [é]\n", "[é]"),
        ("\tx = [1]\r\n", "[1]"),
        ("\x0cx = [1]", "[1]"),
        ("a = 1\rx = [é, b]\r", "[é, b]"),
    ],
)
def test_ast_positions_become_code_points(source: str, expected: str) -> None:
    tree = ast.parse(source.replace("\tx", "if 1:\n\tx"))
    text = source.replace("\tx", "if 1:\n\tx")
    node = next(node for node in ast.walk(tree) if isinstance(node, ast.List))
    lines = Lines(text)
    start, end = lines.offsets(lines.span(node))
    assert text[start:end] == expected


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_inserted_lines_take_the_newline_of_the_file(newline: str) -> None:
    source = f"a{newline}b{newline}"
    assert apply_edits(source, [Edit(Span(2, 0, 2, 1), "x\ny")]) == f"a{newline}x{newline}y{newline}"


def test_inserted_lines_take_the_newline_of_their_line() -> None:
    assert apply_edits("a\nb\nc\r\n", [Edit(Span(3, 0, 3, 1), "x\ny\r\nz")]) == "a\nb\nx\r\ny\r\nz\r\n"
    assert apply_edits("a\r\nb", [Edit(Span(2, 0, 2, 1), "x\ny")]) == "a\r\nx\r\ny"


def test_overlapping_edits_of_one_fix_are_refused() -> None:
    with pytest.raises(ValueError, match="overlapping"):
        resolve(Lines("abcdef"), [Edit(Span(1, 0, 1, 3), ""), Edit(Span(1, 2, 1, 4), "")])
    with pytest.raises(ValueError, match="outside"):
        apply_edits("ab", [Edit(Span(1, 1, 1, 7), "")])


def test_the_first_of_touching_fixes_wins() -> None:
    first, adjacent, apart = fix((1, 0, 1, 3, "x")), fix((1, 3, 1, 4, "y")), fix((1, 5, 1, 6, "z"))
    assert select_fixes([adjacent, first, apart]) == [1, 2]
    assert select_fixes([first, first]) == [0]


def test_a_fix_is_taken_whole_or_not_at_all() -> None:
    both, between = fix((1, 0, 1, 1, ""), (3, 0, 3, 1, "")), fix((2, 0, 2, 1, ""), (3, 0, 3, 2, ""))
    assert select_fixes([both, between]) == [0]
    assert select_fixes([both, fix((2, 0, 2, 1, ""))]) == [0, 1]


def test_no_diff_of_equal_texts() -> None:
    assert unified_diff("a\n", "a\n", "x.py") == ""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a\nb\n", "a\nc\n"),
        ("a\r\nb\r\n", "a\r\nc\r\n"),
        ("a\nb", "a\nc"),
        ("a", "a\n"),
        ("a\x0c\nb\n", "a\x0c\n"),
        ("x\ry\r", "x\rz\r"),
    ],
)
def test_the_diff_can_be_applied(before: str, after: str, tmp_path: Path) -> None:
    path = tmp_path / "x.py"
    path.write_bytes(before.encode())
    diff = unified_diff(before, after, "x.py")
    subprocess.run(["git", "apply", "-"], input=diff.encode(), cwd=tmp_path, check=True)
    assert path.read_bytes() == after.encode()

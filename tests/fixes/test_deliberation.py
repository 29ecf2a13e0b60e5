"""TLP302, TLP103, TLP108: edits and conditions taken out, blocks handed on."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

import pytest

from flake8_toolloop.fixes.deliberation import add_else, drop_edit, drop_truthiness, pass_block, widen_test

if TYPE_CHECKING:
    from collections.abc import Callable

    from flake8_toolloop.fixes.code import Rewrite
    from tests.fixes.conftest import Marked


def edit(marked: Marked) -> Rewrite | str:
    nodes = marked.nodes["edit"]
    node = next((n for n in nodes if isinstance(n, ast.stmt) and not isinstance(n, ast.Expr)), None)
    source = marked.expr("source") if "source" in marked.nodes else None
    return drop_edit(marked.code, node or marked.expr("edit"), source)


EDITS = {
    "a method": (
        "turn.append({'thinking': «edit:«source:b.thinking».strip()», 'signature': b.signature})\n",
        "turn.append({'thinking': b.thinking, 'signature': b.signature})\n",
    ),
    "a slice": ("x = {'thinking': «edit:«source:b.thinking»[:500]»}\n", "x = {'thinking': b.thinking}\n"),
    "a function": ("x = clean(«edit:clean(«source:b.thinking»)»)\n", "x = clean(b.thinking)\n"),
    "a value or none": ("d['thinking'] = «edit:«source:b.thinking» or None»\n", "d['thinking'] = b.thinking\n"),
    "into itself": (
        """\
        for b in blocks:
            d = b.model_dump()
            if d["type"] == "thinking":
                d["thinking"] = «edit:«source:d["thinking"]».strip()»
            turn.append(d)
        """,
        """\
        for b in blocks:
            d = b.model_dump()
            turn.append(d)
        """,
    ),
    "with a temporary": (
        """\
        def f(blocks, turn):
            for d in blocks:
                if d["type"] == "thinking":
                    limit = len(d["thinking"]) // 2
                    «edit:d["thinking"] = «source:d["thinking"]»[:limit]»
                elif d["type"] == "text":
                    print(d["text"])
                turn.append(d)
        """,
        """\
        def f(blocks, turn):
            for d in blocks:
                if d["type"] == "text":
                    print(d["text"])
                turn.append(d)
        """,
    ),
    "a suffix": (
        "for b in bs:\n    if b['thinking']:\n        «edit:b['thinking'] += '...'»\n    turn.append(b)\n",
        "for b in bs:\n    turn.append(b)\n",
    ),
    "a name between": (
        """\
        def f(b, turn):
            text = «edit:«source:b.thinking».strip()»
            turn.append({"thinking": text})
        """,
        """\
        def f(b, turn):
            text = b.thinking
            turn.append({"thinking": text})
        """,
    ),
}


@pytest.mark.parametrize(("before", "after"), EDITS.values(), ids=EDITS.keys())
def test_edits_go(before: str, after: str, check: Callable[..., tuple[str, ...]]) -> None:
    assert check(before, edit, after) == ()


def test_edits_that_stay(refusal: Callable[..., str]) -> None:
    assert "out of reach" in refusal("x = {'thinking': «edit:text»}\n", edit)
    assert "not one expression" in refusal("«edit:d['thinking'] = other»\n", edit)
    assert "more than that" in refusal("«edit:d['thinking'] += log(d)»\n", edit)


def hand_on(marked: Marked) -> Rewrite | str:
    test = marked.nodes["test"][0] if "test" in marked.nodes else None
    assert test is None or isinstance(test, (ast.expr, ast.pattern))
    return pass_block(marked.code, marked.expr("made"), "b", test)


MADE = "{'type': 'thinking', 'thinking': b.thinking, 'signature': b.signature}"
BLOCKS = {
    "a branch": (
        f"if «test:b.type == 'thinking'»:\n    turn.append(«made:{MADE}»)\n",
        "if b.type in ('thinking', 'redacted_thinking'):\n    turn.append(b)\n",
    ),
    "an operand": (
        f'if «test:b.type == "thinking"» and ok:\n    turn.append(«made:{MADE}»)\n',
        'if b.type in ("thinking", "redacted_thinking") and ok:\n    turn.append(b)\n',
    ),
    "a tuple": (
        f"if «test:b.type in ('text', 'thinking')»:\n    turn.append(«made:{MADE}»)\n",
        "if b.type in ('text', 'thinking', 'redacted_thinking'):\n    turn.append(b)\n",
    ),
    "a case": (
        f"match b.type:\n    case «test:'thinking'»:\n        turn.append(«made:{MADE}»)\n",
        "match b.type:\n    case 'thinking' | 'redacted_thinking':\n        turn.append(b)\n",
    ),
    "a class": (
        f"from anthropic.types import ThinkingBlock\nif «test:isinstance(b, ThinkingBlock)»:\n    f(«made:{MADE}»)\n",
        """\
        from anthropic.types import RedactedThinkingBlock, ThinkingBlock
        if isinstance(b, (ThinkingBlock, RedactedThinkingBlock)):
            f(b)
        """,
    ),
    "a class of a module": (
        f"if «test:isinstance(b, (types.TextBlock, types.ThinkingBlock))»:\n    turn.append(«made:{MADE}»)\n",
        "if isinstance(b, (types.TextBlock, types.ThinkingBlock, types.RedactedThinkingBlock)):\n    turn.append(b)\n",
    ),
    "a branch that is there": (
        "turn.append(«made:{'type': 'redacted_thinking'}» if b.type == 'redacted_thinking' else b)\n",
        "turn.append(b)\n",
    ),
    "a temporary": (
        "def f(b, turn):\n    data = b.data\n    turn.append(«made:{'type': 'redacted', 'signature': data}»)\n",
        "def f(b, turn):\n    turn.append(b)\n",
    ),
}


@pytest.mark.parametrize(("before", "after"), BLOCKS.values(), ids=BLOCKS.keys())
def test_blocks_are_handed_on(before: str, after: str, check: Callable[..., tuple[str, ...]]) -> None:
    assert check(before, hand_on, after) == ()


def test_tests_that_are_not_followed(refusal: Callable[..., str]) -> None:
    def widen(marked: Marked) -> Rewrite | str:
        return widen_test(marked.code, marked.expr("test"))

    assert "not followed" in refusal("if «test:is_thinking(b)»: pass\n", widen)
    assert "not followed" in refusal("if «test:b.type != 'text'»: pass\n", widen)
    assert "not followed" in refusal("if «test:isinstance(b, Block)»: pass\n", widen)
    assert "imported" in refusal("if «test:isinstance(b, ThinkingBlock)»: pass\n", widen)


def test_a_last_branch(check: Callable[..., tuple[str, ...]], refusal: Callable[..., str]) -> None:
    def rest(marked: Marked) -> Rewrite | str:
        return add_else(marked.code, marked.branch("test"), "turn.append(b)")

    before = "if «test:b.a»:\n    f(b)\nelif b.b:\n    if c:\n        g(b)  # yes\n"
    after = "if b.a:\n    f(b)\nelif b.b:\n    if c:\n        g(b)  # yes\nelse:\n    turn.append(b)\n"
    check(before, rest, after)
    assert "else already" in refusal("if «test:b.a»:\n    f(b)\nelse:\n    g(b)\n", rest)


def gate(marked: Marked) -> Rewrite | str:
    return drop_truthiness(marked.code, marked.expr("gate"))


GATES = {
    "an if": (
        """\
        if b.type == "thinking":
            # only what says something
            if «gate:b.thinking»:  # may be empty
                # keep it
                turn.append(
                    b
                )
                seen += 1
        else:
            turn.append(b)
        """,
        """\
        if b.type == "thinking":
            # only what says something
            # may be empty
            # keep it
            turn.append(
                b
            )
            seen += 1
        else:
            turn.append(b)
        """,
    ),
    "an if with a text": (
        'if «gate:b.thinking»:\n    turn.append(b)\n    note("""\n    as it is\n""")\n',
        'turn.append(b)\nnote("""\n    as it is\n""")\n',
    ),
    "an if and nothing else": (
        "if «gate:b.thinking.strip()»:\n    turn.append(b)\nelse:\n    pass\n",
        "turn.append(b)\n",
    ),
    "one line": ("if «gate:b.thinking»: turn.append(b)\n", "turn.append(b)\n"),
    "an operand": (
        "if b.type == 'thinking' and «gate:b.thinking»:\n    turn.append(b)\n",
        "if b.type == 'thinking':\n    turn.append(b)\n",
    ),
    "an operand of three": ("x = a and «gate:b.thinking» and c\n", "x = a and c\n"),
    "the first of three": ("x = «gate:b.thinking» and a and c\n", "x = a and c\n"),
    "the last of three": ("x = a and (\n    c) and bool(«gate:b.thinking»)\n", "x = a and (\n    c)\n"),
    "a line continued": ("x = «gate:b.thinking» \\\n    and a and c\n", "x = a and c\n"),
    "in brackets": ("x = (a or c) and «gate:b.thinking»\n", "x = a or c\n"),
    "or none": ("x = {'thinking': «gate:b.thinking» or None}\n", "x = {'thinking': b.thinking}\n"),
    "if else": ("x = b.thinking if «gate:b.thinking» else None\n", "x = b.thinking\n"),
    "a comprehension": ("x = [b for b in bs if «gate:b.thinking»]\n", "x = [b for b in bs]\n"),
    "a comprehension on two lines": ("x = [b for b in bs\n     if «gate:b.thinking»]\n", "x = [b for b in bs]\n"),
    "a second clause": ("x = [b for b in bs if b.x if («gate:b.thinking»)]\n", "x = [b for b in bs if b.x]\n"),
    "continue": (
        "for b in bs:\n    if b.type == 'thinking' and not «gate:b.thinking»:\n        continue\n    turn.append(b)\n",
        "for b in bs:\n    turn.append(b)\n",
    ),
    "continue alone": (
        "for b in bs:\n    if not «gate:b.thinking»:\n        continue\n\n    turn.append(b)\n",
        "for b in bs:\n    turn.append(b)\n",
    ),
}


@pytest.mark.parametrize(("before", "after"), GATES.values(), ids=GATES.keys())
def test_conditions_go(before: str, after: str, check: Callable[..., tuple[str, ...]]) -> None:
    assert check(before, gate, after) == ()


REFUSED = {
    "tells the block's kind": "if a:\n    f()\nelif «gate:b.thinking»:\n    turn.append(b)\n",
    "another branch": "if «gate:b.thinking»:\n    turn.append(b)\nelse:\n    f()\n",
    "taken out alone": "x = b.kind != 'thinking' or «gate:b.thinking»\n",
    "more than that": "if «gate:log(b.thinking)»:\n    turn.append(b)\n",
}


@pytest.mark.parametrize(("reason", "before"), REFUSED.items(), ids=REFUSED.keys())
def test_conditions_that_stay(reason: str, before: str, refusal: Callable[..., str]) -> None:
    assert reason in refusal(before, gate)


def test_no_condition(refusal: Callable[..., str]) -> None:
    assert "taken out alone" in refusal("f(not «gate:b.thinking»)\n", gate)
    assert "taken out alone" in refusal("f(«gate:b.thinking»)\n", gate)

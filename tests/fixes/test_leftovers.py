"""Replacing what is replayed, and what goes with it: lists, loops, branches, temporaries, blank lines, comments."""

from __future__ import annotations

import ast
import textwrap
from typing import TYPE_CHECKING

import pytest

from flake8_toolloop.fixes import guards
from flake8_toolloop.fixes.code import Code
from flake8_toolloop.fixes.edits import apply_edits
from flake8_toolloop.fixes.leftovers import replace_and_clean, replay_once

if TYPE_CHECKING:
    from collections.abc import Callable

    from flake8_toolloop.fixes.code import Rewrite
    from tests.fixes.conftest import Marked

REPLAYED = """\
def loop(messages, resp):
{}    messages.append({{"role": "assistant", "content": {}}})
    return resp
"""


def replay(marked: Marked) -> Rewrite:
    return replace_and_clean(marked.code, marked.expr("content"), "resp.content")


def body(text: str, content: str) -> str:
    return REPLAYED.format(textwrap.indent(textwrap.dedent(text), "    "), content)


GONE = {
    "comprehension": "turn = [b for b in resp.content if b.type == 'text']\n",
    "annotated": "turn: list[dict] = []\nfor b in resp.content:\n    turn.append(b.model_dump())\n",
    "branches": """\
        turn = []
        for part in resp.content:
            if part.type == "text":
                turn.append({"type": "text", "text": part.text})
            elif part.type == "thinking":
                pass
            elif part.type == "tool_use":
                turn.append({"type": "tool_use", "id": part.id, "name": part.name, "input": part.input})
    """,
    "continue": """\
        turn = list()
        for b in resp.content:
            kind = b.type
            if kind == "thinking":
                continue
            turn.append(b)
    """,
    "temporaries": """\
        turn = []
        texts = []
        for b in resp.content:
            if b.type == "text":
                texts.append(b.text)
            if b.type == "tool_use":
                call = {"type": "tool_use", "id": b.id}
                call["name"] = b.name
                turn.append(call)
        joined = "".join(texts)
        if joined:
            turn.insert(0, {"type": "text", "text": joined})
    """,
    "flag": """\
        turn = resp.content
        if not resp.shown:
            turn = [b for b in turn if b.type != "thinking"]
    """,
    "match": """\
        turn = []
        for b in resp.content:
            match b.type:
                case "text":
                    turn.append(b)
                case _:
                    pass
    """,
    "try": """\
        turn = []
        for b in resp.content:
            try:
                turn.append(b.model_dump())
            except AttributeError:
                turn.append(dict(b))
    """,
    "augmented": "turn = []\nfor b in resp.content:\n    if b.type == 'text':\n        turn += [b]\n",
    "one line": "turn = []\nfor b in resp.content: turn.append(b)\n",
}


@pytest.mark.parametrize("text", GONE.values(), ids=GONE.keys())
def test_what_only_fed_the_replay_goes(text: str, check: Callable[..., tuple[str, ...]]) -> None:
    assert check(body(text, "«content:turn»"), replay, body("", "resp.content")) == ()


KEPT = {
    "other lists are still filled": (
        """\
        turn = []
        calls = []
        for b in resp.content:
            if b.type == "text":
                turn.append({"type": "text", "text": b.text})
            elif b.type == "tool_use":
                calls.append(b)
                turn.append({"type": "tool_use", "id": b.id})
            elif b.type == "thinking":
                turn.append(b)
        run(calls)
        """,
        """\
        calls = []
        for b in resp.content:
            if b.type == "tool_use":
                calls.append(b)
        run(calls)
        """,
    ),
    "a branch in the middle": (
        """\
        turn = []
        for b in resp.content:
            if b.type == "text":
                print(b.text)
            # thinking goes back
            elif b.type == "thinking":
                turn.append(b)
            # run it
            elif b.type == "tool_use":
                run(b)
        """,
        """\
        for b in resp.content:
            if b.type == "text":
                print(b.text)
            # run it
            elif b.type == "tool_use":
                run(b)
        """,
    ),
    "the first branch under a comment": (
        """\
        turn = []
        for b in resp.content:
            if b.type == "thinking":
                turn.append(b)
            # run it
            elif b.type == "tool_use":
                run(b)
        """,
        """\
        for b in resp.content:
            # run it
            if b.type == "tool_use":
                run(b)
        """,
    ),
    "an else that stays turns the test round": (
        """\
        turn = []
        for b in resp.content:
            if b.type == "text":
                turn.append(b)
            else:
                log.debug("not text: %s", b)
        """,
        """\
        for b in resp.content:
            if b.type != "text":
                log.debug("not text: %s", b)
        """,
    ),
    "an else that stays keeps the branches apart": (
        """\
        turn = []
        for b in resp.content:
            if b.type == "text":
                turn.append(b)
            elif b.type == "tool_use":
                run(b)
            else:
                log.debug("unknown: %s", b)
        """,
        """\
        for b in resp.content:
            if b.type == "text":
                pass
            elif b.type == "tool_use":
                run(b)
            else:
                log.debug("unknown: %s", b)
        """,
    ),
    "an else goes": (
        """\
        turn = []
        for b in resp.content:
            if isinstance(b, ToolUseBlock):
                run(b)
            else:
                turn.append(b)
        """,
        """\
        for b in resp.content:
            if isinstance(b, ToolUseBlock):
                run(b)
        """,
    ),
    "tests that may hold together stay": (
        """\
        turn = []
        for b in resp.content:
            if b.final:
                turn.append(b)
            elif b.type == "tool_use":
                run(b)
        """,
        """\
        for b in resp.content:
            if b.final:
                pass
            elif b.type == "tool_use":
                run(b)
        """,
    ),
    "asked whether it is empty": (
        """\
        turn = []
        for b in resp.content:
            if b.type != "thinking":
                turn.append(b)
        if not turn:
            return None
        """,
        """\
        if not resp.content:
            return None
        """,
    ),
    "asked, and read as well": (
        "turn = [b for b in resp.content if b.x]\nif turn:\n    print(turn)\n",
        "turn = [b for b in resp.content if b.x]\nif turn:\n    print(turn)\n",
    ),
    "logging stays": (
        """\
        turn = []
        for b in resp.content:
            log.info("got %s", b.type)
            if b.type != "thinking":
                turn.append(b)
        """,
        """\
        for b in resp.content:
            log.info("got %s", b.type)
        """,
    ),
    "cases": (
        """\
        turn = []
        for b in resp.content:
            match b:
                case TextBlock():
                    turn.append(b)
                case ToolUseBlock():
                    turn.append(b)
                    run(b)
                case _:
                    pass
        """,
        """\
        for b in resp.content:
            match b:
                case ToolUseBlock():
                    run(b)
                case _:
                    pass
        """,
    ),
    "what others read stays": (
        """\
        text = "".join(b.text for b in resp.content if b.type == "text")
        turn = [{"type": "text", "text": text}]
        print(text)
        """,
        """\
        text = "".join(b.text for b in resp.content if b.type == "text")
        print(text)
        """,
    ),
    "a list that others read stays": (
        "turn = [b for b in resp.content if b.type == 'text']\nshow(turn)\n",
        "turn = [b for b in resp.content if b.type == 'text']\nshow(turn)\n",
    ),
    "what does more than make a block stays": (
        "turn = []\nfor b in resp.content:\n    out = run_tool(b)\n    turn.append({'text': out})\n",
        "for b in resp.content:\n    out = run_tool(b)\n",
    ),
    "awaited": (
        "turn = []\nfor b in resp.content:\n    turn.append(make(await b))\n",
        "turn = []\nfor b in resp.content:\n    turn.append(make(await b))\n",
    ),
    "names that inner functions read": (
        "turn = [b for b in resp.content]\ndef later():\n    return turn\n",
        "turn = [b for b in resp.content]\ndef later():\n    return turn\n",
    ),
    "blank lines and comments": (
        """\
        a = 1

        # What we understand of it
        turn = []
        for b in resp.content:
            turn.append(b)

        # Send it back
        """,
        """\
        a = 1

        # Send it back
        """,
    ),
    "the comment of the paragraph": (
        "a = 1\n\n# Send it back\nturn = []\nfor b in resp.content:\n    turn.append(b)\n",
        "a = 1\n\n# Send it back\n",
    ),
    "semicolons": (
        "a = 1; turn = []\nfor b in resp.content:\n    f(b); turn.append(b)\n",
        "a = 1\nfor b in resp.content:\n    f(b)\n",
    ),
    "the first of two": (
        "turn = []; a = 1\nfor b in resp.content:\n    turn.append(b); f(b)\n",
        "a = 1\nfor b in resp.content:\n    f(b)\n",
    ),
    "one-line branches": (
        "turn = []\nfor b in resp.content:\n    if b.text: turn.append(b)\n    if b.tool: run(b)\n",
        "for b in resp.content:\n    if b.tool: run(b)\n",
    ),
    "with": (
        "turn = []\nfor b in resp.content:\n    with lock:\n        turn.append(b)\n",
        "for b in resp.content:\n    with lock:\n        pass\n",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("before", "after"), KEPT.values(), ids=KEPT.keys())
def test_what_others_need_stays(before: str, after: str, check: Callable[..., tuple[str, ...]]) -> None:
    check(body(before, "«content:turn»"), replay, body(after, "resp.content"))


def test_unknown_converters_make_it_unsafe(check: Callable[..., tuple[str, ...]]) -> None:
    before = "turn = []\nfor b in resp.content:\n    turn.append(to_param(b))\n"
    assert check(body(before, "«content:turn»"), replay, body("", "resp.content")) == (
        "to_param() is no longer called",
    )


@pytest.mark.parametrize("converter", ["return {'type': b.type}", "out = []\n    out.append(b)\n    return out[0]"])
def test_converters_of_the_module_are_read(converter: str, marked: Callable[[str], Marked]) -> None:
    helper = f"\n\ndef to_param(b):\n    {converter}\n"
    before = "turn = []\nfor b in resp.content:\n    turn.append(to_param(b))\n"
    source = marked(body(before, "«content:turn»") + helper)
    rewrite = replay(source)
    assert apply_edits(source.code.source, rewrite.edits) == body("", "resp.content") + helper
    assert rewrite.unsafe == ()


def test_the_loop_stays_where_its_variable_is_read_later(check: Callable[..., tuple[str, ...]]) -> None:
    text = "turn = []\nfor b in resp.content:\n    turn.append(b)\n"
    tail = "\n\n# the last block\n"
    before = body(text, "«content:turn»").replace("return resp", "return b") + tail
    check(before, replay, before.replace("«content:turn»", "resp.content"))


def test_another_loop_may_use_the_name_again(check: Callable[..., tuple[str, ...]]) -> None:
    more = "    for b in resp.content:\n        run(b)\n"
    text = "turn = []\nfor b in resp.content:\n    turn.append(b)\n"
    check(body(text, "«content:turn»") + more, replay, body("", "resp.content") + more)


def test_parameters_and_globals_stay(check: Callable[..., tuple[str, ...]]) -> None:
    before = (
        "def f(turn, messages, resp):\n    turn = [b for b in turn]\n    messages.append({'content': «content:turn»})\n"
    )
    check(before, replay, before.replace("«content:turn»", "resp.content"))


def test_module_level_code(marked: Callable[[str], Marked]) -> None:
    before = "KEEP = ['a']\nturn = [b for b in resp if b.type in KEEP]\nmessages.append({'content': «content:turn»})\n"
    source = marked(before)
    after = apply_edits(source.code.source, replay(source).edits)
    assert after == "KEEP = ['a']\nmessages.append({'content': resp.content})\n"


def test_class_attributes_stay(marked: Callable[[str], Marked]) -> None:
    source = marked("class A:\n    turn = [1]\n    f(«content:turn»)\n")
    assert apply_edits(source.code.source, replay(source).edits) == "class A:\n    turn = [1]\n    f(resp.content)\n"


def test_several_lines_of_content(check: Callable[..., tuple[str, ...]]) -> None:
    before = """\
        def f(messages, resp):
            messages.append({
                "role": "assistant",
                "content": «content:[
                    b for b in resp.content
                    if b.type != "thinking"
                ]»,
            })
        """
    after = """\
        def f(messages, resp):
            messages.append({
                "role": "assistant",
                "content": resp.content,
            })
        """
    check(before, replay, after)


@pytest.mark.parametrize(
    ("text", "new", "expected"),
    [
        ("x = 2 * [a]", "a + b", "x = 2 * (a + b)"),
        ("x = [a]", "a or b", "x = a or b"),
        ("x = [a].y", "a if b else c", "x = (a if b else c).y"),
    ],
)
def test_parentheses_where_the_place_needs_them(text: str, new: str, expected: str) -> None:
    code = Code(text)
    node = next(n for n in ast.walk(code.tree) if isinstance(n, ast.List))
    assert apply_edits(text, replace_and_clean(code, node, new).edits) == expected


@pytest.mark.parametrize(("again", "stays"), [("kind = sort(c)", False), ("show(c)", True)])
def test_a_name_that_another_loop_binds_again(marked: Callable[[str], Marked], again: str, stays: bool) -> None:
    rest = f"    for c in seen:\n        {again}\n        show(kind)\n"
    loop = "    for b in resp.content:\n        kind = sort(b)\n"
    source = marked(
        f"def f(h, resp, seen):\n    turn = []\n{loop}        if kind:\n            turn.append(b)\n"
        f"    h.append({{'content': «content:turn»}})\n{rest}"
    )
    after = apply_edits(source.code.source, replay(source).edits)
    kept = loop if stays else ""
    assert after == f"def f(h, resp, seen):\n{kept}    h.append({{'content': resp.content}})\n{rest}"


@pytest.mark.parametrize(
    ("comment", "left"),
    [("# dump() has too many fields: build it by hand", ""), ("# keep the turn", "    # keep the turn\n")],
)
def test_a_comment_on_making_goes_with_the_loop(marked: Callable[[str], Marked], comment: str, left: str) -> None:
    source = marked(
        f"def f(h, resp):\n    show()\n\n    {comment}\n    turn = []\n    for b in resp.content:\n"
        "        turn.append(b)\n    h.append({'content': «content:turn»})\n"
    )
    after = apply_edits(source.code.source, replay(source).edits)
    assert after == f"def f(h, resp):\n    show()\n\n{left}    h.append({{'content': resp.content}})\n"
    assert not guards.lost_comments(source.code.source, after)


@pytest.mark.parametrize(
    ("made", "left"),
    [
        ("turn, calls = [], []", "calls = []"),
        ("turn, calls, texts = [], [], []", "calls, texts = [], []"),
        ("(calls, turn, texts) = ([], [], [])", "(calls, texts) = ([], [])"),
        ("turn, calls = resp.pair", None),
    ],
)
def test_a_list_made_beside_others(check: Callable[..., tuple[str, ...]], made: str, left: str | None) -> None:
    before = f"""\
        def f(messages, resp):
            {made}
            for b in resp.content:
                if b.type == "text":
                    show(b.text); turn.append({{"type": "text", "text": b.text}})
                else:
                    turn.append(b)
                    calls.append(b)
            messages.append({{"role": "assistant", "content": «content:turn»}})
            return calls, texts
        """
    after = f"""\
        def f(messages, resp):
            {left}
            for b in resp.content:
                if b.type == "text":
                    show(b.text)
                else:
                    calls.append(b)
            messages.append({{"role": "assistant", "content": resp.content}})
            return calls, texts
        """
    if left is None:
        after = before.replace("«content:turn»", "resp.content")
    check(before, replay, after)


@pytest.mark.parametrize(
    ("use", "header"),
    [
        ("", "for b in resp.content:"),
        ("show(n)", "for n, b in enumerate(resp.content):"),
    ],
)
def test_a_counter_that_nothing_reads_goes(check: Callable[..., tuple[str, ...]], use: str, header: str) -> None:
    before = f"""\
        def f(resp, ids):
            for n, b in enumerate(resp.content):
                show(b)
                call = Call(id=«content:ids[n]»)
                {use or "keep(call)"}
        """
    after = f"""\
        def f(resp, ids):
            {header}
                show(b)
                call = Call(id=b.id)
                {use or "keep(call)"}
        """
    check(before, lambda m: replace_and_clean(m.code, m.expr("content"), "b.id"), after)


def test_blocks_replayed_one_by_one(check: Callable[..., tuple[str, ...]]) -> None:
    before = """\
        def f(messages, resp):
            calls = []
            # one message per block
            for «loop:b» in resp.content:
                if b.type == "text":
                    messages.append({"role": "assistant", "content": «content:[{"type": "text", "text": b.text}]»})
                elif b.type == "tool_use":
                    «other:messages.append({"role": "assistant", "content": [b]})»
                    calls.append(b)
            return calls
        """
    after = """\
        def f(messages, resp):
            calls = []
            # one message per block
            if resp.content:
                messages.append({"role": "assistant", "content": resp.content})
            for b in resp.content:
                if b.type == "tool_use":
                    calls.append(b)
            return calls
        """

    def rewrite(marked: Marked) -> Rewrite | str:
        appends = [marked.stmt("other")]
        return replay_once(marked.code, marked.loop(), marked.expr("content"), "resp.content", appends)

    check(before, rewrite, after)


def test_a_loop_that_only_replays_goes(check: Callable[..., tuple[str, ...]]) -> None:
    before = """\
        def f(messages, resp):
            for «loop:b» in resp.content:
                if b.type == "tool_use":
                    messages += [{"role": "assistant", "content": «content:[b]»}]
            return messages
        """
    after = """\
        def f(messages, resp):
            if resp.content:
                messages += [{"role": "assistant", "content": resp.content}]
            return messages
        """
    check(before, lambda m: replay_once(m.code, m.loop(), m.expr("content"), "resp.content"), after)


def test_a_message_that_depends_on_the_block(refusal: Callable[..., str]) -> None:
    before = "for «loop:b» in xs:\n    messages.append({'role': b.role, 'content': «content:[b]»})\n"
    reason = refusal(before, lambda m: replay_once(m.code, m.loop(), m.expr("content"), "resp.content"))
    assert "depends on the block" in reason

"""TLP201: every call of a turn is answered."""

from __future__ import annotations

import ast
import sys
from typing import TYPE_CHECKING

import pytest

from flake8_toolloop.fixes.calls import all_calls
from flake8_toolloop.fixes.code import Rewrite
from flake8_toolloop.fixes.edits import apply_edits

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.fixes.conftest import Marked

RESULT = """{"type": "tool_result", "tool_use_id": call.id, "content": run(call.name, call.input)}"""


def every(marked: Marked) -> Rewrite | str:
    found = marked.nodes["pick"]
    pick = next((n for n in found if isinstance(n, (ast.expr, ast.stmt)) and not isinstance(n, ast.Expr)), None)
    if "loop" in marked.nodes and not isinstance(pick, ast.Assign):
        pick = marked.loop()
    assert isinstance(pick, (ast.expr, ast.stmt))
    kind = '{}["type"] == "tool_use"' if "kind" in marked.nodes else None
    return all_calls(marked.code, pick, marked.expr("result"), kind, per_call="each" in marked.nodes)


CASES = {
    "a comprehension": (
        """\
        def f(messages, resp):
            while resp.stop_reason == "tool_use":
                call = «pick:next(b for b in resp.content if b.type == "tool_use")»
                messages.extend([
                    {"role": "assistant", "content": resp.content},
                    {"content": [«result:{"tool_use_id": call.id, "content": run(call)}»]},
                ])
        """,
        """\
        def f(messages, resp):
            while resp.stop_reason == "tool_use":
                messages.extend([
                    {"role": "assistant", "content": resp.content},
                    {"content": [
                        {"tool_use_id": call.id, "content": run(call)}
                        for call in resp.content
                        if call.type == "tool_use"
                    ]},
                ])
        """,
    ),
    "one line": (
        """\
        def f(messages, calls):
            messages.append({"content": [«result:answer(calls[0].id, run(«pick:calls[0]»))»]})
        """,
        """\
        def f(messages, calls):
            messages.append({"content": [answer(call.id, run(call)) for call in calls]})
        """,
    ),
    "statements between": (
        """\
        def f(messages, calls):
            first = «pick:calls[0]»
            messages.append(turn)

            # run it
            output = run(first.name, first.input)
            print("ran it")
            messages.append({"content": [«result:{"id": first.id, "content": output}»]})
        """,
        """\
        def f(messages, calls):
            messages.append(turn)

            results = []
            for call in calls:
                # run it
                output = run(call.name, call.input)
                results.append({"id": call.id, "content": output})
            print("ran it")
            messages.append({"content": results})
        """,
    ),
    "a guard": (
        """\
        async def f(messages, resp):
            tool_use = «pick:next((b for b in resp.content if b.type == "tool_use"), None)»
            if tool_use is None:
                return resp
            messages.append({"role": "assistant", "content": resp.content})
            output = await run(tool_use)
            messages.append({"content": [«result:{"id": tool_use.id, "content": output}»]})
        """,
        """\
        async def f(messages, resp):
            calls = [b for b in resp.content if b.type == "tool_use"]
            if not calls:
                return resp
            messages.append({"role": "assistant", "content": resp.content})
            results = []
            for tool_use in calls:
                output = await run(tool_use)
                results.append({"id": tool_use.id, "content": output})
            messages.append({"content": results})
        """,
    ),
    "a guard around": (
        """\
        def f(messages, calls):
            call = «pick:calls[0]» if calls else None
            if call:
                messages.append({"content": [«result:answer(call)»]})
        """,
        """\
        def f(messages, calls):
            if calls:
                messages.append({"content": [answer(call) for call in calls]})
        """,
    ),
    "unpacked, with an attempt": (
        """\
        def f(messages, requested):
            «pick:head, *_ = requested»
            try:
                text, failed = run(head), False
            except Exception as error:
                text, failed = str(error), True
            block = {"id": head.id, "content": text, "is_error": failed}
            messages.append({"content": [«result:block»]})
        """,
        """\
        def f(messages, requested):
            results = []
            for call in requested:
                try:
                    text, failed = run(call), False
                except Exception as error:
                    text, failed = str(error), True
                block = {"id": call.id, "content": text, "is_error": failed}
                results.append(block)
            messages.append({"content": results})
        """,
    ),
    "the last block": (
        """\
        def f(messages, body):
            wanted = «pick:body["content"][-1]»
            result = run(wanted["name"], wanted["input"])
            messages.append({"content": [«result:{"id": wanted["id"], "content": result}», «kind:NOTE»]})
        """,
        """\
        def f(messages, body):
            results = []
            for wanted in body["content"]:
                if wanted["type"] != "tool_use":
                    continue
                result = run(wanted["name"], wanted["input"])
                results.append({"id": wanted["id"], "content": result})
            messages.append({"content": [*results, NOTE]})
        """,
    ),
    "a loop that searches": (
        """\
        def f(messages, resp):
            call = None
            for «loop:b» in resp.content:
                if b.type == "tool_use":
                    «pick:call = b»
                    break
            if not call:
                return
            messages.append({"content": [«result:answer(call)»]})
        """,
        """\
        def f(messages, resp):
            calls = [b for b in resp.content if b.type == "tool_use"]
            if not calls:
                return
            messages.append({"content": [answer(call) for call in calls]})
        """,
    ),
    "a list comprehension and a subscript": (
        """\
        def f(messages, resp):
            use = «pick:[b for b in resp.content if b.type == "tool_use" and b.name][0]»
            results = [«result:{"id": use.id, "content": "done"}»]
            messages.append({"content": results})
        """,
        """\
        def f(messages, resp):
            results = [
                {"id": use.id, "content": "done"}
                for use in resp.content
                if use.type == "tool_use" and use.name
            ]
            messages.append({"content": results})
        """,
    ),
    "what is told of it before something else": (
        """\
        def f(messages, resp):
            call = «pick:next(b for b in resp.content if b.type == "tool_use")»
            print(call.name)
            print(call.input)

            # the tool
            def run(call):
                return call.input

            out = run(call)
            send(messages + [{"content": [«result:{"id": call.id, "content": out}»]}])
        """,
        """\
        def f(messages, resp):
            calls = [b for b in resp.content if b.type == "tool_use"]
            for call in calls:
                print(call.name)
                print(call.input)

            # the tool
            def run(call):
                return call.input

            results = []
            for call in calls:
                out = run(call)
                results.append({"id": call.id, "content": out})
            send(messages + [{"content": results}])
        """,
    ),
    "told of inline, before something else": (
        """\
        def f(messages, calls):
            print(calls[0].name)
            other()
            messages.append([«result:{"id": calls[0].id, "content": run(«pick:calls[0]»)}»])
        """,
        """\
        def f(messages, calls):
            for call in calls:
                print(call.name)
            other()
            messages.append([{"id": call.id, "content": run(call)} for call in calls])
        """,
    ),
    "a loop that does more than looking for it": (
        """\
        def f(messages, resp):
            tool_use = None
            said = None
            for «loop:block» in resp.content:
                show(block)
                if block.type == "text":
                    said = block
                elif block.type == "tool_use":
                    «pick:tool_use = block»
                    break
            if said and not tool_use:
                return said
            if tool_use is not None:
                out = run(tool_use)
                # show(out)

                # and back
                messages.append({"content": [«result:{"id": tool_use.id, "content": out}»]})
        """,
        """\
        def f(messages, resp):
            tool_uses = []
            said = None
            for block in resp.content:
                show(block)
                if block.type == "text":
                    said = block
                elif block.type == "tool_use":
                    tool_uses.append(block)
            if said and not tool_uses:
                return said
            if tool_uses:
                results = []
                for tool_use in tool_uses:
                    out = run(tool_use)
                    # show(out)
                    results.append({"id": tool_use.id, "content": out})

                # and back
                messages.append({"content": results})
        """,
    ),
    "one message for each call": (
        """\
        def f(history, msg):
            first = «pick:msg.tool_calls[0]»
            «each:history.append(msg)»
            history.append({"role": "tool", "tool_call_id": first.id, "content": «result:run(first)»})
        """,
        """\
        def f(history, msg):
            history.append(msg)
            for call in msg.tool_calls:
                history.append({"role": "tool", "tool_call_id": call.id, "content": run(call)})
        """,
    ),
    "a text of several lines keeps its lines": (
        '''\
        def f(messages, calls):
            call = «pick:calls[0]»
            output = run(call, """
            a
        b""")
            messages.append({"content": [«result:{"id": call.id, "content": output}»]})
        ''',
        '''\
        def f(messages, calls):
            results = []
            for call in calls:
                output = run(call, """
            a
        b""")
                results.append({"id": call.id, "content": output})
            messages.append({"content": results})
        ''',
    ),
}


@pytest.mark.parametrize(("before", "after"), CASES.values(), ids=CASES.keys())
def test_every_call(before: str, after: str, check: Callable[..., tuple[str, ...]]) -> None:
    assert check(before, every, after) == ("it runs every call of the turn, not the first only",)


SEND = "h.append({'content': [«result:{'id': call.id, 'content': %s}»]})"
REFUSED = {
    "does not depend on the call: output": f"call = «pick:calls[0]»\n{SEND % 'output'}\n",
    "uses the first call again": f"call = «pick:calls[0]»\n{SEND % 'run(call)'}\nprint(call)\n",
    "uses output, which": f"call = «pick:calls[0]»\noutput = run(call)\n{SEND % 'output'}\nshow(output)\n",
    "leaves the loop around": (
        f"while 1:\n  call = «pick:calls[0]»\n  if call.name == 'x':\n    continue\n  {SEND % 'run(call)'}\n"
    ),
    "into the history": f"call = «pick:calls[0]»\nh.append(turn(call))\n{SEND % 'run(call)'}\n",
    "stands between": f"call = «pick:calls[0]»\na = run(call)\nother()\nb = call.x\n{SEND % 'a'}\n",
    "several statements": f"call = «pick:calls[0]»; {SEND % 'run(call)'}\n",
    "more than that": (
        "for «loop:b» in bs:\n  if b.x:\n    «pick:call = b»\n  else:\n    f(b)\n" + SEND % "run(call)" + "\n"
    ),
    "reads call itself": (
        "call = None\nfor «loop:b» in bs:\n  if b.x:\n    «pick:call = b»\n    show(call)\n" + SEND % "run(call)" + "\n"
    ),
    "branch beside": f"if x:\n  call = «pick:calls[0]»\nif y:\n  {SEND % 'run(call)'}\n",
    "cannot be seen": f"call = «pick:first(calls)»\n{SEND % 'run(call)'}\n",
}  # fmt: skip


@pytest.mark.parametrize(("reason", "before"), REFUSED.items(), ids=REFUSED.keys())
def test_refused(reason: str, before: str, refusal: Callable[..., str]) -> None:
    assert reason in refusal(before, every)


def test_the_rest_that_others_read(refusal: Callable[..., str]) -> None:
    before = "«pick:call, *rest = calls»\nh.append({'content': [«result:run(call)»]})\nprint(rest)\n"
    assert "not followed" in refusal(before, every)


def test_names_in_fstrings(marked: Callable[[str], Marked]) -> None:
    before = "first = «pick:calls[0]»\nout = f'{first.name}'\nh.append({'content': [«result:{'content': out}»]})\n"
    source = marked(before)
    rewrite = every(source)
    assert isinstance(rewrite, Rewrite)
    name = "call" if sys.version_info >= (3, 12) else "first"
    assert f"for {name} in calls:\n    out = f'{{{name}.name}}'\n" in apply_edits(source.code.source, rewrite.edits)


def test_the_first_taken_in_an_fstring(marked: Callable[[str], Marked]) -> None:
    source = marked("out = f'{calls[0].name}'\nh.append({'content': [«result:a(«pick:calls[0]», out)»]})\n")
    rewrite = every(source)
    if sys.version_info >= (3, 12):
        assert isinstance(rewrite, Rewrite)
        assert "    out = f'{call.name}'\n" in apply_edits(source.code.source, rewrite.edits)
    else:
        assert "f-string" in str(rewrite)

"""TLP202: the results of a loop in one message."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from flake8_toolloop.fixes.results import collect_results

if TYPE_CHECKING:
    from collections.abc import Callable

    from flake8_toolloop.fixes.code import Rewrite
    from tests.fixes.conftest import Marked


def collect(marked: Marked) -> Rewrite | str:
    contents = marked.exprs("content")
    return collect_results(marked.code, marked.loop(), contents, marked.nodes.get("request", ()))


CASES = {
    "a name": (
        """\
        def f(messages, calls):
            if not calls:
                return
            for «loop:c» in calls:
                result = {"type": "tool_result", "tool_use_id": c.id, "content": run(c)}
                messages.append({"role": "user", "content": «content:[result]»})  # answer it
            more()
        """,
        """\
        def f(messages, calls):
            if not calls:
                return
            results = []
            for c in calls:
                result = {"type": "tool_result", "tool_use_id": c.id, "content": run(c)}
                results.append(result)  # answer it
            messages.append({"role": "user", "content": results})
            more()
        """,
    ),
    "a name that is taken, and a comment above": (
        """\
        def f(messages, resp, results):
            if resp.stop_reason != "tool_use":
                return
            # Run what was asked for
            for «loop:b» in resp.content:
                if b.type == "tool_use":
                    messages.append({"role": "user", "content": «content:[answer(b)]»})
        """,
        """\
        def f(messages, resp, results):
            if resp.stop_reason != "tool_use":
                return
            tool_results = []
            # Run what was asked for
            for b in resp.content:
                if b.type == "tool_use":
                    tool_results.append(answer(b))
            messages.append({"role": "user", "content": tool_results})
        """,
    ),
    "the list may be empty": (
        """\
        def f(messages, resp):
            for «loop:b» in resp.content:
                if b.type != "tool_use":
                    continue
                messages.append({"role": "user", "content": «content:[answer(b)]»})
        """,
        """\
        def f(messages, resp):
            results = []
            for b in resp.content:
                if b.type != "tool_use":
                    continue
                results.append(answer(b))
            if results:
                messages.append({"role": "user", "content": results})
        """,
    ),
    "a call may be left out": (
        """\
        def f(messages, calls):
            while calls:
                for «loop:c» in calls:
                    if c.name not in TOOLS:
                        continue
                    messages.append({"role": "user", "content": «content:[answer(c)]»})
        """,
        """\
        def f(messages, calls):
            while calls:
                results = []
                for c in calls:
                    if c.name not in TOOLS:
                        continue
                    results.append(answer(c))
                if results:
                    messages.append({"role": "user", "content": results})
        """,
    ),
    "two branches": (
        """\
        async def f(self, calls):
            if calls:
                for «loop:c» in calls:
                    try:
                        out = await self.run(c)
                    except Exception as error:
                        self.messages.append({"role": "user", "content": «content:[failed(c, error)]»})
                    else:
                        self.messages.append({"role": "user", "content": «content:[done(c, out), NOTE]»})
        """,
        """\
        async def f(self, calls):
            if calls:
                results = []
                for c in calls:
                    try:
                        out = await self.run(c)
                    except Exception as error:
                        results.append(failed(c, error))
                    else:
                        results.extend([done(c, out), NOTE])
                self.messages.append({"role": "user", "content": results})
        """,
    ),
    "several lines": (
        """\
        def f(messages, calls):
            if len(calls) == 0 or not calls:
                return
            for «loop:c» in calls:
                messages.append(
                    {
                        "role": "user",
                        "content": «content:[
                            {
                                "type": "tool_result",
                                # which call it answers
                                "tool_use_id": c.id,
                                "content": run(c),
                            }
                        ]»,
                    }
                )
        """,
        """\
        def f(messages, calls):
            if len(calls) == 0 or not calls:
                return
            results = []
            for c in calls:
                results.append(
                    {
                        "type": "tool_result",
                        # which call it answers
                        "tool_use_id": c.id,
                        "content": run(c),
                    }
                )
            messages.append({"role": "user", "content": results})
        """,
    ),
    "several lines, brackets hugged": (
        """\
        def f(messages, calls):
            if len(calls) == 0 or not calls:
                return
            for «loop:c» in calls:
                messages.append({
                    "role": "user",
                    "content": «content:[{
                        "type": "tool_result",
                        # which call it answers
                        "tool_use_id": c.id,
                        "content": run(c),
                    }]»,
                })
        """,
        """\
        def f(messages, calls):
            if len(calls) == 0 or not calls:
                return
            results = []
            for c in calls:
                results.append({
                    "type": "tool_result",
                    # which call it answers
                    "tool_use_id": c.id,
                    "content": run(c),
                })
            messages.append({"role": "user", "content": results})
        """,
    ),
    "a return where the history ends": (
        """\
        def f(resp, run):
            messages = ask()
            for «loop:c» in resp.calls:
                if c.known:
                    messages.append({"role": "user", "content": «content:[answer(c)]»})
                    if c.final:
                        return c
                else:
                    raise ValueError(c)
            «request:send(messages)»
        """,
        """\
        def f(resp, run):
            messages = ask()
            results = []
            for c in resp.calls:
                if c.known:
                    results.append(answer(c))
                    if c.final:
                        return c
                else:
                    raise ValueError(c)
            if results:
                messages.append({"role": "user", "content": results})
            send(messages)
        """,
    ),
    "the turn again for each call": (
        """\
        def f(messages, resp):
            while resp.stop_reason == "tool_use":
                for «loop:b» in resp.content:
                    if b.type == "tool_use":
                        outcome = [{"type": "tool_result", "tool_use_id": b.id, "content": run(b)}]
                        messages.append({"role": "user", "content": «content:outcome»})
                    messages.append({"role": "assistant", "content": resp.content})
        """,
        """\
        def f(messages, resp):
            while resp.stop_reason == "tool_use":
                messages.append({"role": "assistant", "content": resp.content})
                results = []
                for b in resp.content:
                    if b.type == "tool_use":
                        results.append({"type": "tool_result", "tool_use_id": b.id, "content": run(b)})
                messages.append({"role": "user", "content": results})
        """,
    ),
    "bound again": (
        """\
        def f(messages, calls):
            assert calls
            for «loop:c» in calls:
                messages = messages + [{"role": "user", "content": «content:[answer(c)]»}]
            return messages
        """,
        """\
        def f(messages, calls):
            assert calls
            results = []
            for c in calls:
                results.append(answer(c))
            messages = messages + [{"role": "user", "content": results}]
            return messages
        """,
    ),
    "added in place": (
        """\
        def f(messages, calls):
            assert calls
            for «loop:c» in calls:
                messages += [{"role": "user", "content": «content:[answer(c)]»}]
        """,
        """\
        def f(messages, calls):
            assert calls
            results = []
            for c in calls:
                results.append(answer(c))
            messages += [{"role": "user", "content": results}]
        """,
    ),
    "at the module's end": (
        "for «loop:c» in calls:\n    h.append({'content': «content:[a(c)]»})\n",
        "results = []\nfor c in calls:\n    results.append(a(c))\nif results:\n    h.append({'content': results})\n",
    ),
    "after a break the rest is sent": (
        """\
        def f(messages, calls):
            for «loop:c» in calls:
                messages.append({"role": "user", "content": «content:[answer(c)]»})
                if c.final:
                    break
        """,
        """\
        def f(messages, calls):
            results = []
            for c in calls:
                results.append(answer(c))
                if c.final:
                    break
            if results:
                messages.append({"role": "user", "content": results})
        """,
    ),
}


@pytest.mark.parametrize(("before", "after"), CASES.values(), ids=CASES.keys())
def test_collected(before: str, after: str, check: Callable[..., tuple[str, ...]]) -> None:
    assert check(before, collect, after) == ()


REFUSED = {
    "leaves the loop": (
        "def f():\n  for «loop:c» in cs:\n    h.append({'content': «content:[a(c)]»})\n    if c.end:\n      return c\n"
    ),
    "leaves the loop while results": (
        "def f():\n  h = []\n  for «loop:c» in cs:\n    h.append({'content': «content:[a(c)]»})\n    if c.end:\n"
        "      return c\n  keep(h)\n"
    ),
    "request itself": "for «loop:c» in cs:\n  h.append({'content': «content:[a(c)]»})\n  «request:ask(h, c)»\n",
    "sends a request itself": (
        "for «loop:c» in cs:\n  h.append({'content': «content:[a(c)]»})\n  r = «request:ask(h)»\n  if r:\n    break\n"
    ),
    "uses the history": "for «loop:c» in cs:\n  h.append({'content': «content:[a(c)]»})\n  save(h)\n",
    "inner loop": "for «loop:c» in cs:\n  for d in c:\n    h.append({'content': «content:[a(d)]»})\n",
    "differ": (
        "for «loop:c» in cs:\n  h.append({'content': «content:[a(c)]»})\n  g.append({'content': «content:[b(c)]»})\n"
    ),
    "depends on the call": "for «loop:c» in cs:\n  h.append({'name': c.name, 'content': «content:[a(c)]»})\n",
    "out of sight": "for «loop:c» in cs:\n  h.append({'content': «content:make(c)»})\n",
    "not followed": "for «loop:c» in cs:\n  h = [{'content': «content:[a(c)]»}, *h]\n",
    "begin its line": "if x: y()\nelse: z()\nfor «loop:c» in cs: h.append({'content': «content:make(c)»})\n",
}


@pytest.mark.parametrize(("reason", "before"), REFUSED.items(), ids=REFUSED.keys())
def test_refused(reason: str, before: str, refusal: Callable[..., str]) -> None:
    if reason == "begin its line":
        reason = "out of sight"
    assert reason in refusal(before, collect)

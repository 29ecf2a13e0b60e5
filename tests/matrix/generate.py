"""Programs by the hundred: every spelling of the three central faults, each with a clean sibling.

1. blocks chosen by type are appended instead of the turn (TLP101),
2. only one of the calls is answered (TLP201),
3. a thinking block is forged (TLP301), edited (TLP302) or goes back unsigned (TLP303).

A program is a frame (how the response is got and where the history lives), a spelling of the fault and a sink (how a
message gets into the history). A full product would be tens of thousands of near twins: the two axes that interact
most are crossed (in full or by diagonals) and the others rotate. All is deterministic.

The clean sibling does the same thing with the same blocks, but the result only feeds the execution or the screen, and
the turn goes back whole.
"""

from __future__ import annotations

import itertools
import textwrap
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MARK = "  # @"
_A = TypeVar("_A")
_B = TypeVar("_B")


@dataclass(frozen=True)
class Program:
    """One generated program; ``code`` is None for a clean one, ``line`` where any line will do."""

    id: str
    source: str
    code: str | None = None
    line: int | None = None


@dataclass(frozen=True)
class Frame:
    """The loop around the fault; ``{body}`` stands between the response and the answering of the calls."""

    name: str
    content: str
    history: str
    text: str
    objects: bool = True


def _frame(name: str, content: str, history: str, text: str, *, objects: bool = True) -> Frame:
    return Frame(name, content, history, textwrap.dedent(text).strip("\n") + "\n", objects)


FRAMES = (
    _frame(
        "sync",
        "reply.content",
        "log",
        """
        import anthropic
        {imports}

        client = anthropic.Anthropic()
        {top}

        def drive(log, tools, run):
            while True:
                reply = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=log, tools=tools)
                {body}
                calls = [c for c in reply.content if c.type == "tool_use"]
                if not calls:
                    return reply
                {answer}
        """,
    ),
    _frame(
        "async",
        "message.content",
        "turns",
        """
        from anthropic import AsyncAnthropic
        {imports}
        {top}

        async def converse(api: AsyncAnthropic, turns: {kind}, tools, run):
            for _ in range(30):
                message = await api.messages.create(
                    model="claude-opus-4-5", max_tokens=4096, messages=turns, tools=tools
                )
                {body}
                calls = [c for c in message.content if c.type == "tool_use"]
                if not calls:
                    break
                {answer}
            return turns
        """,
    ),
    _frame(
        "stream",
        "final.content",
        "chat",
        """
        from anthropic import Anthropic
        {imports}

        anthropic_client = Anthropic()
        {top}

        def go(prompt, tools, run):
            chat = [{"role": "user", "content": prompt}]
            calls = True
            while calls:
                with anthropic_client.messages.stream(
                    model="claude-opus-4-5", max_tokens=4096, messages=chat, tools=tools
                ) as stream:
                    final = stream.get_final_message()
                {body}
                calls = [c for c in final.content if c.type == "tool_use"]
                if calls:
                    {answer}
            return chat
        """,
    ),
    _frame(
        "method",
        "response.content",
        "self.thread",
        """
        from anthropic import AnthropicBedrock
        {imports}
        {top}

        class Agent:
            def __init__(self, tools, run):
                self.client = AnthropicBedrock()
                self.tools = tools
                self.run = run
                self.thread = {history}

            def step(self):
                run = self.run
                response = self.client.beta.messages.create(
                    model="anthropic.claude-opus-4-5", max_tokens=4096, messages={sent}, tools=self.tools
                )
                {body}
                calls = [c for c in response.content if c.type == "tool_use"]
                if not calls:
                    return False
                {answer}
                return True
        {methods}
        """,
    ),
    _frame(
        "parameter",
        "msg.content",
        "past",
        """
        from anthropic.types import Message
        {imports}
        {top}

        def record(past, msg: Message, run):
            {body}
            calls = [c for c in msg.content if c.type == "tool_use"]
            if calls:
                {answer}
            return past
        """,
    ),
    _frame(
        "httpx",
        'body["content"]',
        "convo",
        """
        import os

        import httpx
        {imports}

        HEADERS = {"x-api-key": os.environ.get("ANTHROPIC_API_KEY", ""), "anthropic-version": "2023-06-01"}
        {top}

        def talk(convo: {kind}, tools, run):
            while True:
                request = {"model": "claude-opus-4-5", "max_tokens": 4096, "messages": {wire}, "tools": tools}
                body = httpx.post("https://api.anthropic.com/v1/messages", headers=HEADERS, json=request).json()
                {body}
                calls = [c for c in body["content"] if c["type"] == "tool_use"]
                if not calls:
                    return body
                {answer}
        """,
        objects=False,
    ),
    _frame(
        "json",
        'data.get("content")',
        "state",
        """
        {imports}
        {top}

        async def rounds(session, state, tools, run):
            while True:
                payload = {"model": "claude-opus-4-5", "max_tokens": 999, "messages": {wire}, "tools": tools}
                async with session.post("https://api.anthropic.com/v1/messages", json=payload) as response:
                    data = await response.json()
                {body}
                calls = [c for c in data.get("content") if c.get("type") == "tool_use"]
                if not calls:
                    return state
                {answer}
        """,
        objects=False,
    ),
)
OBJECT_FRAMES = tuple(f for f in FRAMES if f.objects)
DICT_FRAMES = tuple(f for f in FRAMES if not f.objects)

HISTORY_CLASS = """
class History:
    def __init__(self):
        self.items = []

    def add(self, role, content):
        self.items.append({"role": role, "content": content})

    def add_assistant(self, content):
        self.items.append({"role": "assistant", "content": content})
"""


@dataclass(frozen=True)
class Parts:
    """What fills a frame."""

    body: str
    imports: str = ""
    top: str = ""
    methods: str = ""
    answer: str = ""
    history_object: bool = False


def _block(text: str) -> str:
    return textwrap.dedent(text).strip("\n")


def _send(frame: Frame, results: str, *, history_object: bool) -> str:
    if history_object:
        return f'{frame.history}.add("user", {results})'
    return f'{frame.history}.append({{"role": "user", "content": {results}}})'


def _fill(frame: Frame, parts: Parts) -> str:
    """The program's text: slots are replaced line by line so that indentation is kept."""
    history = frame.history
    answer = parts.answer or _send(frame, "[run(c) for c in calls]", history_object=parts.history_object)
    sent = f"{history}.items" if parts.history_object else history
    top = parts.top
    if parts.history_object:
        top = _block(HISTORY_CLASS) + ("\n\n\n" + top if top else "")
    slots = {
        "imports": parts.imports,
        "top": "\n\n" + top + "\n" if top else "\n",
        "body": parts.body,
        "answer": answer,
        "methods": textwrap.indent("\n" + parts.methods, "    ") if parts.methods else "",
    }
    lines: list[str] = []
    for line in frame.text.split("\n"):
        slot = line.strip()
        if slot.startswith("{") and slot.endswith("}") and slot[1:-1] in slots:
            indent = line[: len(line) - len(line.lstrip())]
            value = slots[slot[1:-1]]
            if value:
                lines += [indent + row if row.strip() else "" for row in value.split("\n")]
        else:
            lines.append(line)
    text = "\n".join(lines)
    text = text.replace(": {kind}", ": History" if parts.history_object else ": list")
    text = text.replace("self.thread = {history}", "self.thread = " + ("History()" if parts.history_object else "[]"))
    text = text.replace("messages={sent}", f"messages={sent}").replace('"messages": {wire}', f'"messages": {sent}')
    if parts.history_object and frame.objects:
        text = text.replace(f"messages={history},", f"messages={sent},")
        begun = '[{"role": "user", "content": prompt}]'
        text = text.replace(f"chat = {begun}", 'chat = History()\n    chat.add("user", prompt)')
    while "\n\n\n\n" in text:
        text = text.replace("\n\n\n\n", "\n\n\n")
    return text.strip("\n") + "\n"


def _program(name: str, frame: Frame, parts: Parts, code: str | None) -> Program:
    """The mark at the end of a line says where the finding belongs; a faulty program without one takes any line."""
    source = _fill(frame, parts)
    rows = source.split("\n")
    marked = [number for number, row in enumerate(rows, 1) if row.endswith(MARK)]
    if len(marked) > 1 or (marked and code is None):
        raise ValueError(f"{name}: {len(marked)} marks")
    text = "\n".join(row.removesuffix(MARK) for row in rows)
    return Program(name, text, code, marked[0] if marked else None)


# --- how a message gets into the history --------------------------------------------------------------------------


@dataclass(frozen=True)
class Sink:
    """``text`` has {H} for the history and {X} for the content."""

    name: str
    text: str
    history_object: bool = False
    with_results: bool = False
    """The statement also sends the results: it stands where the calls are answered."""


SINKS = (
    Sink("append", '{H}.append({{"role": "assistant", "content": {X}}})' + MARK),
    Sink("extend", '{H}.extend([{{"role": "assistant", "content": {X}}}])' + MARK),
    Sink("iadd", '{H} += [{{"role": "assistant", "content": {X}}}]' + MARK),
    Sink("literal", 'step = [{{"role": "assistant", "content": {X}}}]' + MARK + "\n{H}.extend(step)"),
    Sink("insert", '{H}.insert(len({H}), {{"role": "assistant", "content": {X}}})' + MARK),
    Sink("concat", '{H} = {H} + [{{"role": "assistant", "content": {X}}}]' + MARK),
    Sink("star", '{H} = [*{H}, {{"role": "assistant", "content": {X}}}]' + MARK),
    Sink("dict-call", '{H}.append(dict(role="assistant", content={X}))' + MARK),
    Sink("message-first", 'turn = {{"role": "assistant", "content": {X}}}' + MARK + "\n{H}.append(turn)"),
    Sink("item", 'turn = {{"role": "assistant"}}\nturn["content"] = {X}' + MARK + "\n{H}.append(turn)"),
    Sink("slice", '{H}[len({H}):] = [{{"role": "assistant", "content": {X}}}]' + MARK),
    Sink(
        "pair",
        "outs = [run(c) for c in calls]\n"
        '{H} += [{{"role": "assistant", "content": {X}}}, {{"role": "user", "content": outs}}]' + MARK,
        with_results=True,
    ),
    Sink(
        "pair-extend",
        'outs = {{"role": "user", "content": [run(c) for c in calls]}}\n'
        '{H}.extend([{{"role": "assistant", "content": {X}}}, outs])' + MARK,
        with_results=True,
    ),
    Sink("method", '{H}.add("assistant", {X})' + MARK, history_object=True),
    Sink("method-named", "{H}.add_assistant({X})" + MARK, history_object=True),
)


def _placed(sink: Sink, body: str, replay: str, *, imports: str = "", top: str = "", methods: str = "") -> Parts:
    """The sink after the rest of the body, or in the place of the answer."""
    parts = Parts("", imports, top, methods, history_object=sink.history_object)
    if sink.with_results:
        return replace(parts, body=body or "pass", answer=replay)
    return replace(parts, body=_joined(body, replay))


def _sink(sink: Sink, frame: Frame, content: str, *, clean: bool = False) -> str:
    text = sink.text.replace("{H}", frame.history).replace("{X}", content).replace("{{", "{").replace("}}", "}")
    return text.replace(MARK, "") if clean else text


# --- fault 1: which blocks are kept --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Test:
    """A condition on the block ``b`` that loses thinking; ``drops`` holds for what is left out."""

    name: str
    keeps: str
    drops: str
    imports: str = ""
    top: str = ""


def _both(name: str, keeps: str, drops: str | None = None, imports: str = "", top: str = "") -> Test:
    return Test(name, keeps, drops or f"not ({keeps})", imports, top)


KEEP = 'KEEP = ("text", "tool_use")'
HIDDEN = 'HIDDEN = {"thinking", "redacted_thinking"}'
TYPES_KEPT = "from anthropic.types import TextBlock, ToolUseBlock"
TYPES_HIDDEN = "from anthropic.types import RedactedThinkingBlock, ThinkingBlock"


def _tests(kind: str, style: str) -> tuple[Test, ...]:
    """The spellings that only differ in how the kind of a block is read."""
    return (
        _both(f"{style}-eq", f'{kind} == "tool_use"', f'{kind} != "tool_use"'),
        _both(f"{style}-eq-or", f'{kind} == "text" or {kind} == "tool_use"'),
        _both(f"{style}-in", f'{kind} in ("text", "tool_use")', f'{kind} not in ("text", "tool_use")'),
        _both(f"{style}-in-name", f"{kind} in KEEP", f"{kind} not in KEEP", top=KEEP),
        _both(f"{style}-ne", f'{kind} != "thinking"', f'{kind} == "thinking"'),
        _both(
            f"{style}-ne-and",
            f'{kind} != "thinking" and {kind} != "redacted_thinking"',
            f'{kind} == "thinking" or {kind} == "redacted_thinking"',
        ),
        _both(f"{style}-not-in", f"{kind} not in HIDDEN", f"{kind} in HIDDEN", top=HIDDEN),
    )


OBJECT_TESTS = (
    *_tests("b.type", "attribute"),
    *_tests('getattr(b, "type", None)', "getattr")[2:6:2],
    _both("isinstance", "isinstance(b, (TextBlock, ToolUseBlock))", imports=TYPES_KEPT),
    _both(
        "not-isinstance",
        "not isinstance(b, (ThinkingBlock, RedactedThinkingBlock))",
        "isinstance(b, (ThinkingBlock, RedactedThinkingBlock))",
        imports=TYPES_HIDDEN,
    ),
    _both("not-eq", 'not b.type == "thinking"', 'b.type == "thinking"'),
    _both("hasattr", 'not hasattr(b, "thinking")', 'hasattr(b, "thinking")'),
    _both("substring", '"thinking" not in b.type', '"thinking" in b.type'),
)
DICT_TESTS = (
    *_tests('b["type"]', "item"),
    *_tests('b.get("type")', "get")[:6:2],
    _both("key", '"thinking" not in b', '"thinking" in b'),
    _both("not-eq", 'not b["type"] == "thinking"', 'b["type"] == "thinking"'),
)


@dataclass(frozen=True)
class Builder:
    """Makes the expression ``value`` of the kept blocks from {C} (the content) under {K} (keeps) or {D} (drops)."""

    name: str
    value: str
    before: str = ""
    top: str = ""
    method: str = ""
    imports: str = ""


NEW = "kept = []\n"
LOOP = NEW + "for b in {C}:\n"
BUILDERS = (
    Builder("comprehension", "[b for b in {C} if {K}]"),
    Builder("generator", "list(b for b in {C} if {K})"),
    Builder("tuple", "tuple(b for b in {C} if {K})"),
    Builder("starred", "[*(b for b in {C} if {K})]"),
    Builder("filter", "list(filter(lambda b: {K}, {C}))"),
    Builder("filter-named", "list(filter(wanted, {C}))", top="def wanted(b):\n    return {K}"),
    Builder("filterfalse", "list(filterfalse(lambda b: {D}, {C}))", imports="from itertools import filterfalse"),
    Builder("loop-index", "kept", f"{NEW}for _, b in enumerate({{C}}):\n    if {{K}}:\n        kept.extend([b])"),
    Builder("loop", "kept", f"{LOOP}    if {{K}}:\n        kept.append(b)"),
    Builder("loop-continue", "kept", f"{LOOP}    if {{D}}:\n        continue\n    kept.append(b)"),
    Builder("loop-else", "kept", f"{LOOP}    if {{D}}:\n        pass\n    else:\n        kept += [b]"),
    Builder("helper", "visible({C})", top="def visible(blocks):\n    return [b for b in blocks if {K}]"),
    Builder(
        "helper-loop",
        "visible({C})",
        top="def visible(blocks):\n    out = []\n    for b in blocks:\n"
        "        if {K}:\n            out.append(b)\n    return out",
    ),
    Builder(
        "helper-generator",
        "list(visible({C}))",
        top="def visible(blocks):\n    for b in blocks:\n        if {K}:\n            yield b",
    ),
    Builder("predicate", "[b for b in {C} if keep(b)]", top="def keep(b):\n    return {K}"),
    Builder("method", "self.visible({C})", method="def visible(self, blocks):\n    return [b for b in blocks if {K}]"),
    Builder(
        "static-method",
        "Blocks.visible({C})",
        top="class Blocks:\n    @staticmethod\n    def visible(blocks):\n        return [b for b in blocks if {K}]",
    ),
    Builder("removal", "kept", before="kept = list({C})\nfor b in {C}:\n    if {D}:\n        kept.remove(b)"),
)

OTHERS = "\n    case _:\n        kept.append(b)"
MATCHES = (
    (
        "match-kind",
        True,
        "",
        'match b.type:\n    case "text" | "tool_use":\n        kept.append(b)\n    case _:\n        pass',
    ),
    (
        "match-kind-default",
        True,
        "",
        f'match b.type:\n    case "thinking" | "redacted_thinking":\n        continue{OTHERS}',
    ),
    (
        "match-class",
        True,
        TYPES_KEPT,
        "match b:\n    case TextBlock() | ToolUseBlock():\n        kept.append(b)",
    ),
    (
        "match-class-default",
        True,
        TYPES_HIDDEN,
        f"match b:\n    case ThinkingBlock() | RedactedThinkingBlock():\n        pass{OTHERS}",
    ),
    (
        "match-guard",
        True,
        "",
        'match b.type:\n    case kind if kind in ("text", "tool_use"):\n        kept.append(b)',
    ),
    (
        "match-mapping",
        False,
        "",
        'match b:\n    case {"type": "text"} | {"type": "tool_use"}:\n        kept.append(b)',
    ),
    (
        "match-mapping-default",
        False,
        "",
        'match b:\n    case {"type": "thinking"}:\n        pass\n    case _:\n        kept.append(b)',
    ),
    (
        "match-item",
        False,
        "",
        'match b["type"]:\n    case "text" | "tool_use":\n        kept.append(b)\n    case _:\n        continue',
    ),
)


def _fits(frame: Frame, sink: Sink, builder: Builder | None = None) -> bool:
    """A method needs a class, and rebinding a parameter needs a caller that gets it back (all frames return it)."""
    if builder is not None and builder.method and frame.name != "method":
        return False
    return not (sink.history_object and frame.name == "parameter")


def _clean(frame: Frame, sink: Sink, before: str, value: str, way: int, **more: str) -> Parts:
    """The filtered blocks are shown, run or counted; the turn goes back whole."""
    replay = _sink(sink, frame, frame.content, clean=True)
    if way == 0:
        return _placed(sink, _joined(before, f"for part in {value}:\n    print(part)"), replay, **more)
    if way == 1 and not sink.with_results:
        kind = "part.type" if frame.objects else 'part["type"]'
        parts = _placed(sink, before, replay, **more)
        run = f'started = [run(part) for part in {value} if {kind} == "tool_use"]'
        return replace(parts, answer=_joined(run, _send(frame, "started", history_object=parts.history_object)))
    return _placed(sink, _joined(before, f"print(len({value}))"), replay, **more)


def _joined(*texts: str) -> str:
    return "\n".join(t for t in texts if t)


def _filtered(
    number: int, frame: Frame, sink: Sink, builder: Builder, test: Test, *, assigned: bool
) -> Iterator[Program]:
    def fill(text: str) -> str:
        return text.replace("{C}", frame.content).replace("{K}", test.keeps).replace("{D}", test.drops)

    value, before = fill(builder.value), fill(builder.before)
    top = "\n\n\n".join(t for t in (test.top, fill(builder.top)) if t)
    assign = ""
    if assigned and value != "kept":
        assign, value = f"shown = {value}", "shown"
    name = f"filtered-{number:03}-{frame.name}-{builder.name}-{test.name}-{sink.name}{'-assigned' if assign else ''}"
    imports = _joined(builder.imports, test.imports)
    more = {"imports": imports, "top": top, "methods": fill(builder.method)}
    parts = _placed(sink, _joined(before, assign), _sink(sink, frame, value), **more)
    yield _program(name, frame, parts, "TLP101")
    parts = _clean(frame, sink, _joined(before, assign), value, number % 3, **more)
    yield _program(f"{name}-clean", frame, parts, None)


def _matched(number: int, frame: Frame, sink: Sink, match: tuple[str, bool, str, str]) -> Iterator[Program]:
    label, _, imports, text = match
    loop = f"kept = []\nfor b in {frame.content}:\n" + textwrap.indent(text, "    ")
    name = f"filtered-{number:03}-{frame.name}-{label}-{sink.name}"
    yield _program(name, frame, _placed(sink, loop, _sink(sink, frame, "kept"), imports=imports), "TLP101")
    parts = _clean(frame, sink, loop, "kept", number % 3, imports=imports)
    yield _program(f"{name}-clean", frame, parts, None)


def _pick(frames: Sequence[Frame], start: int, sink: Sink, builder: Builder | None = None) -> Frame | None:
    return next((f for i in range(len(frames)) if _fits(f := frames[(start + i) % len(frames)], sink, builder)), None)


def _every(step: int, rows: Sequence[_A], columns: Sequence[_B]) -> Iterator[tuple[_A, _B]]:
    """The product of two axes, or each ``step``-th diagonal of it: every row and every column still occurs."""
    for (i, row), (j, column) in itertools.product(enumerate(rows), enumerate(columns)):
        if (i + j) % step == 0:
            yield row, column


def filtered() -> Iterator[Program]:
    """Fault 1: tests x builders, then builders x sinks, then match statements x sinks."""
    count = itertools.count(1)
    for frames, tests, step in ((OBJECT_FRAMES, OBJECT_TESTS, 1), (DICT_FRAMES, DICT_TESTS, 4)):
        for i, (test, builder) in enumerate(_every(step, tests, BUILDERS)):
            sink = SINKS[i % len(SINKS)]
            frame = _pick(frames, i // 3, sink, builder)
            if frame is not None:
                yield from _filtered(next(count), frame, sink, builder, test, assigned=bool(i % 2))
        for i, (builder, sink) in enumerate(_every(step + 2, BUILDERS, SINKS)):
            frame = _pick(frames, i, sink, builder)
            if frame is not None:
                yield from _filtered(next(count), frame, sink, builder, tests[i % len(tests)], assigned=i % 3 == 0)
    for i, (match, sink) in enumerate(_every(3, MATCHES, SINKS)):
        frame = _pick(OBJECT_FRAMES if match[1] else DICT_FRAMES, i, sink)
        if frame is not None:
            yield from _matched(next(count), frame, sink, match)


# --- fault 2: only one call is answered ----------------------------------------------------------------------------


@dataclass(frozen=True)
class First:
    """One way to get one call: ``text`` binds ``call``; {C} is the content, {T} tests ``b``, ``calls`` is the list."""

    name: str
    text: str
    imports: str = ""
    top: str = ""
    takes: bool = False
    """The call is taken out of the list of calls."""


FIRSTS = (
    First("index", "call = calls[0]" + MARK),
    First("last", "call = calls[-1]" + MARK),
    First("next-iter", "call = next(iter(calls))" + MARK),
    First("unpack", "call, *_ = calls" + MARK),
    First("unpack-rest", "(call, *others) = calls" + MARK),
    First("unpack-list", "[call, *_rest] = calls" + MARK),
    First("pop-front", "call = calls.pop(0)" + MARK, takes=True),
    First("pop", "call = calls.pop()" + MARK, takes=True),
    First("slice-index", "call = calls[:1][0]" + MARK),
    First("islice", "call = next(islice(calls, 1))" + MARK, imports="from itertools import islice"),
    First("reversed", "call = next(reversed(calls))" + MARK),
    First("next", "call = next(b for b in {C} if {T})" + MARK),
    First("next-default", "call = next((b for b in {C} if {T}), None)" + MARK),
    First("next-filter", "call = next(filter(lambda b: {T}, {C}))" + MARK),
    First("comprehension-index", "call = [b for b in {C} if {T}][0]" + MARK),
    First("filter-index", "call = list(filter(lambda b: {T}, {C}))[0]" + MARK),
    First("comprehension-last", "call = [b for b in {C} if {T}][-1]" + MARK),
    First("content-last", "call = {C}[-1]" + MARK),
    First("content-second", "call = {C}[1]" + MARK),
    First("unpack-generator", "call, *_ = (b for b in {C} if {T})" + MARK),
    First("unpack-last", "*_, call = [b for b in {C} if {T}]" + MARK),
    First("loop-break", "call = None\nfor b in {C}:\n    if {T}:\n        call = b\n        break"),
    First("last-wins", "call = None\nfor b in {C}:\n    if {T}:\n        call = b"),
    First(
        "helper-return",
        "call = first_call({C})",
        top="def first_call(blocks):\n    for b in blocks:\n        if {T}:\n            return b\n    return None",
    ),
    First(
        "helper-next",
        "call = first_call({C})",
        top="def first_call(blocks):\n    return next(b for b in blocks if {T})",
    ),
)


@dataclass(frozen=True)
class Answer:
    """Sends the one result: {H} the history, {B} the result block of ``call``."""

    name: str
    text: str
    history_object: bool = False
    top: str = ""


ANSWERS = (
    Answer("append", '{H}.append({"role": "user", "content": [{B}]})'),
    Answer("block-first", 'result = {B}\n{H}.append({"role": "user", "content": [result]})'),
    Answer("list-first", 'results = [{B}]\n{H}.append({"role": "user", "content": results})'),
    Answer("collected", 'results = []\nresults.append({B})\n{H}.append({"role": "user", "content": results})'),
    Answer("iadd", '{H} += [{"role": "user", "content": [{B}]}]'),
    Answer("star", '{H} = [*{H}, {"role": "user", "content": [{B}]}]'),
    Answer("extend", '{H}.extend([dict(role="user", content=[{B}])])'),
    Answer("method", '{H}.add("user", [{B}])', history_object=True),
    Answer(
        "helper",
        "{H}.append(answer({I}, run(call)))",
        top='def answer(use_id, text):\n    block = {"type": "tool_result", "tool_use_id": use_id, "content": text}\n'
        '    return {"role": "user", "content": [block]}',
    ),
)


def _result(frame: Frame, style: int, call: str = "call", value: str = "run(call)") -> str:
    use_id = f"{call}.id" if frame.objects else f'{call}["id"]'
    if style % 3 == 2:
        return f'dict(type="tool_result", tool_use_id={use_id}, content={value})'
    return f'{{"type": "tool_result", "tool_use_id": {use_id}, "content": {value}}}'


def _first(number: int, frame: Frame, first: First, answer: Answer) -> Iterator[Program]:
    test = 'b.type == "tool_use"' if frame.objects else 'b["type"] == "tool_use"'

    def fill(text: str) -> str:
        use_id = "call.id" if frame.objects else 'call["id"]'
        text = text.replace("{C}", frame.content).replace("{T}", test).replace("{H}", frame.history)
        return text.replace("{B}", _result(frame, number)).replace("{I}", use_id)

    replay = '{H}.append({"role": "assistant", "content": {C}})'
    if answer.history_object:
        replay = '{H}.add("assistant", {C})'
    name = f"first-{number:03}-{frame.name}-{first.name}-{answer.name}"
    parts = Parts(
        fill(replay),
        imports=first.imports,
        top="\n\n\n".join(t for t in (fill(first.top), fill(answer.top)) if t),
        answer=fill(_joined(first.text, answer.text)),
        history_object=answer.history_object,
    )
    yield _program(name, frame, parts, "TLP201")

    yield _program(f"{name}-clean", frame, _all_answered(number, frame, first, parts, fill(first.text)), None)


def _all_answered(number: int, frame: Frame, first: First, parts: Parts, text: str) -> Parts:
    """The same call is looked at, or answered beside the others, or is the only one."""
    taken = text.replace(MARK, "")
    one, skipped = _result(frame, number), _result(frame, number, "c", repr("skipped"))
    begun, results = _joined(taken, f"results = [{one}]"), "results"
    if first.takes:
        clean = _joined(begun, f"results += [{skipped} for c in calls]")
    elif number % 3 == 1 and "content" not in first.name:
        clean = _joined(begun, f"results += [{skipped} for c in calls if c is not call]")
    elif number % 3 == 2:
        other = f"else:\n    results = [{skipped} for c in calls]"
        clean = _joined("if len(calls) == 1:", textwrap.indent(begun, "    "), other)
    else:
        results = f"[{_result(frame, number, 'c', 'run(c)')} for c in calls]"
        clean = _joined(taken, 'print("first of", len(calls), call)')
    answer = _joined(clean, _send(frame, results, history_object=parts.history_object))
    return replace(parts, answer=answer, top=parts.top.split("def answer")[0].strip())


def _forced(number: int, first: First) -> Program:
    """Structured output: the tool is forced, its input is the answer, nothing is sent again."""
    top = first.top.replace("{T}", 'b.type == "tool_use"')
    text = first.text.replace("{C}", "reply.content").replace("{T}", 'b.type == "tool_use"').replace(MARK, "")
    rows = [
        "import anthropic",
        *([first.imports] if first.imports else []),
        "",
        "client = anthropic.Anthropic()",
        *(["", "", *top.split("\n")] if top else []),
        "",
        "",
        "def extract(text, schema):",
        '    tool = {"name": "record", "description": "Record it", "input_schema": schema}',
        "    reply = client.messages.create(",
        '        model="claude-sonnet-4-6",',
        "        max_tokens=800,",
        "        tools=[tool],",
        '        tool_choice={"type": "tool", "name": "record"},',
        '        messages=[{"role": "user", "content": text}],',
        "    )",
        '    calls = [c for c in reply.content if c.type == "tool_use"]',
        "    print(len(calls))",
        *("    " + row for row in text.split("\n")),
        "    return call.input",
    ]
    return Program(f"first-forced-{number:03}-{first.name}-clean", "\n".join(rows) + "\n")


def first_only() -> Iterator[Program]:
    """Fault 2: ways to get one call x ways to send its result, frames rotating; and each way in structured output."""
    for i, (first, answer) in enumerate(_every(2, FIRSTS, ANSWERS)):
        usable = [f for f in FRAMES if not (answer.history_object and f.name == "parameter")]
        yield from _first(i + 1, usable[i % len(usable)], first, answer)
    for i, first in enumerate(FIRSTS):
        yield _forced(i + 1, first)


# --- fault 3: deliberation that the model did not write ------------------------------------------------------------


@dataclass(frozen=True)
class Spelling:
    """An expression for a thinking block ({P}: a text of one's own, ``b``: the received block), or statements."""

    name: str
    value: str
    imports: str = ""
    top: str = ""
    objects: bool | None = None
    """Only where blocks are SDK objects (True) or dicts (False); None: either."""
    before: str = ""
    anywhere: bool = False
    """The rule book does not say which of the lines is the primary one."""


PARAM = "from anthropic.types import ThinkingBlockParam"
BLOCK = "from anthropic.types import ThinkingBlock"
JSON = "import json"
SHELL = 'SHELL = {"type": "thinking", "signature": "c2ln"}'

FORGED = (
    Spelling("literal", '{"type": "thinking", "thinking": {P}, "signature": "placeholder"}'),
    Spelling("literal-empty", '{"type": "thinking", "thinking": {P}, "signature": ""}'),
    Spelling("literal-unsigned", '{"type": "thinking", "thinking": {P}}'),
    Spelling("dict-call", 'dict(type="thinking", thinking={P}, signature="sig")'),
    Spelling("merge", '{**SHELL, "thinking": {P}}', top=SHELL),
    Spelling("merge-union", 'SHELL | {"thinking": {P}}', top=SHELL),
    Spelling("dict-merge", "dict(SHELL, thinking={P})", top=SHELL),
    Spelling("constant", "FAKE", top='FAKE = {"type": "thinking", "thinking": "...", "signature": "x"}', anywhere=True),
    Spelling("class", 'ThinkingBlock(type="thinking", thinking={P}, signature="sig")', imports=BLOCK),
    Spelling("class-param", 'ThinkingBlockParam(type="thinking", thinking={P}, signature="sig")', imports=PARAM),
    Spelling(
        "class-validate",
        'ThinkingBlock.model_validate({"type": "thinking", "thinking": {P}, "signature": "sig"})',
        imports=BLOCK,
    ),
    Spelling(
        "class-construct",
        'ThinkingBlock.model_construct(type="thinking", thinking={P}, signature="")',
        imports=BLOCK,
    ),
    Spelling(
        "class-splat",
        'ThinkingBlock(**{"type": "thinking", "thinking": {P}, "signature": "sig"})',
        imports=BLOCK,
    ),
    Spelling(
        "json-text",
        """json.loads('{"type": "thinking", "thinking": "I should look.", "signature": "c2ln"}')""",
        imports=JSON,
    ),
    Spelling(
        "helper",
        "forge({P})",
        top='def forge(text):\n    return {"type": "thinking", "thinking": text, "signature": "s"}',
        anywhere=True,
    ),
    Spelling("redacted", '{"type": "redacted_thinking", "data": {P}}'),
    Spelling(
        "uuid",
        '{"type": "thinking", "thinking": {P}, "signature": uuid.uuid4().hex}',
        imports="import uuid",
    ),
)
PLACES = (
    ("inline", "", "[{X}, *{C}]"),
    ("assigned", "thought = {X}" + MARK, "[thought, *{C}]"),
    ("added", "thought = {X}" + MARK, "[thought] + list({C})"),
    ("inserted", "blocks = list({C})\nblocks.insert(0, {X})" + MARK, "blocks"),
    ("begun", "blocks = [{X}]" + MARK + "\nblocks.extend({C})", "blocks"),
)
OWN_TEXTS = ('"I should use a tool."', 'f"Step {len(str(run))}"', "str(run)")


def _forged(
    number: int, frame: Frame, spelling: Spelling, place: tuple[str, str, str], sink: Sink
) -> Iterator[Program]:
    label, before, content = place
    block = spelling.value.replace("{P}", OWN_TEXTS[number % len(OWN_TEXTS)])

    def fill(text: str) -> str:
        return text.replace("{C}", frame.content).replace("{X}", block)

    name = f"forged-{number:03}-{frame.name}-{spelling.name}-{label}-{sink.name}"
    replay = _sink(sink, frame, fill(content), clean=bool(before))
    body = fill(before)
    if spelling.anywhere:
        body, replay = body.replace(MARK, ""), replay.replace(MARK, "")
    more = {"imports": spelling.imports, "top": spelling.top}
    yield _program(name, frame, _placed(sink, body, replay, **more), "TLP301")
    shown = _joined(fill(before).replace(MARK, ""), f"print({fill(content)})")
    parts = _placed(sink, shown, _sink(sink, frame, frame.content, clean=True), **more)
    yield _program(f"{name}-clean", frame, parts, None)


EDITS = (
    ("strip", "{T}.strip()", ""),
    ("rstrip", "{T}.rstrip()", ""),
    ("slice", "{T}[:500]", ""),
    ("replace", '{T}.replace("secret", "***")', ""),
    ("format", 'f"(earlier) {{T}}"', ""),
    ("join", '" ".join({T}.split())', ""),
    ("concat", '{T} + "\\n"', ""),
    ("sub", 're.sub(r"sk-\\w+", "***", {T})', "import re"),
    ("shorten", "textwrap.shorten({T}, 200)", "import textwrap"),
    ("percent", '"%s [cut]" % {T}', ""),
    ("lower", "{T}.lower()", ""),
)
# {E}: the edited text, {S}: the signature as received
EDIT_FORMS = (
    Spelling("literal", '{"type": "thinking", "thinking": {E}, "signature": {S}}'),
    Spelling("dict-call", 'dict(type="thinking", thinking={E}, signature={S})'),
    Spelling("merge", '{**{B}, "thinking": {E}}'),
    Spelling("union", '{B} | {"thinking": {E}}'),
    Spelling("class", 'ThinkingBlock(type="thinking", thinking={E}, signature={S})', imports=BLOCK, objects=True),
    Spelling("param", 'ThinkingBlockParam(type="thinking", thinking={E}, signature={S})', imports=PARAM),
    Spelling("copy-update", 'b.model_copy(update={"thinking": {E}})', objects=True),
    Spelling("attribute", "b", before="b.thinking = {E}" + MARK, objects=True),
    Spelling("item", "b", before='b["thinking"] = {E}' + MARK, objects=False),
    Spelling("dumped", "plain", before='plain = {B}\nplain["thinking"] = {E}' + MARK),
    Spelling("update", "plain", before="plain = {B}\nplain.update(thinking={E})" + MARK),
    Spelling("setattr", "b", before='setattr(b, "thinking", {E})' + MARK, objects=True),
)
UNSIGNED_FORMS = (
    Spelling("literal", '{"type": "thinking", "thinking": {T}}'),
    Spelling("literal-kind", '{"type": {K}, "thinking": {T}}'),
    Spelling("dict-call", 'dict(type="thinking", thinking={T})'),
    Spelling("param", 'ThinkingBlockParam(type="thinking", thinking={T})', imports=PARAM),
    Spelling("construct", 'ThinkingBlock.model_construct(type="thinking", thinking={T})', imports=BLOCK, objects=True),
    Spelling("key-filter", '{k: v for k, v in {B}.items() if k != "signature"}'),
    Spelling("key-list", '{k: {B}[k] for k in ("type", "thinking")}'),
    Spelling("exclude", 'b.model_dump(exclude={"signature"})', objects=True),
    Spelling("include", 'b.model_dump(include={"type", "thinking"})', objects=True),
    Spelling("pop", "plain", before='plain = {B}\nplain.pop("signature")', anywhere=True),
    Spelling("pop-default", "plain", before='plain = {B}\nplain.pop("signature", None)', anywhere=True),
    Spelling("del", "plain", before='plain = {B}\ndel plain["signature"]', anywhere=True),
)


def _touched(
    number: int, frame: Frame, spelling: Spelling, sink: Sink, edit: tuple[str, str, str] | None = None
) -> Iterator[Program]:
    """A loop that passes every block on but thinking, which it makes anew."""
    objects = frame.objects
    text = "b.thinking" if objects else 'b["thinking"]'
    kind = "b.type" if objects else 'b["type"]'
    signature = "b.signature" if objects else 'b["signature"]'
    dumped = "b.model_dump()" if objects else "dict(b)"
    edited = edit[1] if edit else ""
    if edit and not objects and edit[0] == "format":
        edited = "f'(earlier) {{T}}'"

    def fill(value: str) -> str:
        value = value.replace("{E}", edited).replace("{T}", text).replace("{S}", signature)
        return value.replace("{B}", dumped).replace("{K}", kind)

    value, before = fill(spelling.value), fill(spelling.before)
    mark = MARK if not before and not spelling.anywhere else ""
    imports = "\n".join(i for i in (edit[2] if edit else "", spelling.imports) if i)
    label, code = ("edited", "TLP302") if edit else ("unsigned", "TLP303")
    name = f"{label}-{number:03}-{frame.name}-{spelling.name}{'-' + edit[0] if edit else ''}-{sink.name}"
    comprehension = number % 3 == 0 and not before
    if comprehension:
        loop = f'blocks = [{value} if {kind} == "thinking" else b for b in {frame.content}]{mark}'
    else:
        inner = _joined(before, f"blocks.append({value}){mark}")
        loop = (
            f'blocks = []\nfor b in {frame.content}:\n    if {kind} == "thinking":\n'
            + textwrap.indent(inner, "        ")
            + "\n    else:\n        blocks.append(b)"
        )
    replay = _sink(sink, frame, "blocks", clean=True)
    yield _program(name, frame, _placed(sink, loop, replay, imports=imports), code)

    source = frame.content
    if spelling.name in ("attribute", "item", "setattr"):
        source, imports = f"copy.deepcopy({frame.content})", _joined("import copy", imports)
    shown = _joined(before.replace(MARK, ""), f"print({value})")
    clean = f'for b in {source}:\n    if {kind} == "thinking":\n' + textwrap.indent(shown, "        ")
    parts = _placed(sink, clean, _sink(sink, frame, frame.content, clean=True), imports=imports)
    yield _program(f"{name}-clean", frame, parts, None)


def deliberation() -> Iterator[Program]:
    """Fault 3: forged spellings x places, edits x forms, unsigned forms x frames."""
    for i, (spelling, place) in enumerate(_every(1, FORGED, PLACES)):
        sink = SINKS[i % len(SINKS)]
        frame = _pick(FRAMES, i, sink)
        if frame is not None:
            yield from _forged(i + 1, frame, spelling, place, sink)
    count = itertools.count(1)
    for i, (edit, spelling) in enumerate(_every(2, EDITS, EDIT_FORMS)):
        sink = SINKS[i % len(SINKS)]
        frames = [f for f in FRAMES if spelling.objects in (None, f.objects)]
        frame = _pick(frames, i, sink)
        if frame is not None:
            yield from _touched(next(count), frame, spelling, sink, edit)
    count = itertools.count(1)
    for i, (spelling, frame) in enumerate(_every(2, UNSIGNED_FORMS, FRAMES)):
        sink = SINKS[i % len(SINKS)]
        if spelling.objects in (None, frame.objects) and _fits(frame, sink):
            yield from _touched(next(count), frame, spelling, sink)


def programs() -> Iterator[Program]:
    """All of them, in a fixed order; clean siblings that came out alike only once."""
    seen: set[str] = set()
    for program in itertools.chain(filtered(), first_only(), deliberation()):
        if program.source not in seen:
            seen.add(program.source)
            yield program

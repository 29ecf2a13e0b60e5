"""From a finding in a program to its fix or the reason why there is none: what is in reach, who reads the history."""

from __future__ import annotations

import subprocess
import sys
from textwrap import dedent, indent

import pytest

from flake8_toolloop.analysis import analyse
from flake8_toolloop.findings import Applicability, Finding
from flake8_toolloop.fixes.apply import fix_source
from flake8_toolloop.settings import Settings, is_shown

HEAD = """\
import json
import logging

import anthropic

client = anthropic.Anthropic()
log = logging.getLogger(__name__)


"""
ASK = 'resp = client.messages.create(model="m", max_tokens=9, messages=h, tools=TOOLS)\n'
FILTER = '[b for b in resp.content if b.type != "thinking" and b.type != "redacted_thinking"]'
MADE = """\
turn = []
for b in resp.content:
    if b.type == "text":
        turn.append({"type": "text", "text": b.text})
    elif b.type == "tool_use":
        turn.append({"type": "tool_use", "id": b.id, "name": b.name, "input": b.input})
"""
APPEND = 'h.append({"role": "assistant", "content": turn})\n'
ANSWER = """\
calls = [b for b in resp.content if b.type == "tool_use"]
results = [{"type": "tool_result", "tool_use_id": b.id, "content": run(b)} for b in calls]
h.append({"role": "user", "content": results})
"""
BRANCHES = f"""\
if q:
    resp = client.messages.create(model="a", max_tokens=9, messages=h, tools=TOOLS)
else:
    resp = client.messages.create(model="b", max_tokens=9, messages=h, tools=TOOLS)
turn = {FILTER}
"""
THROUGH_A_NAME = """\
if b.type == 'thinking':
    text = b.thinking.strip()
    turn.append({'type': 'thinking', 'thinking': text, 'signature': b.signature})
else:
    turn.append(b)
"""


def loop(body: str, after: str = "") -> str:
    """A module with one tool loop; its history is the function's own."""
    text = 'def solve(q):\n    h = [{"role": "user", "content": q}]\n    while True:\n'
    return HEAD + text + indent(body + ANSWER, "        ") + (indent(dedent(after), "    ") if after else "")


def findings(source: str) -> list[Finding]:
    found = analyse(source, "agent.py", Settings(), fixes=True).findings
    assert all((f.fix is None) is not (f.no_fix_reason is None) for f in found)
    return [finding for finding in found if is_shown(finding, Settings())]


def only(source: str) -> Finding:
    (found,) = findings(source)
    return found


def repaired(source: str) -> str:
    return fix_source(source, "agent.py", Settings(), unsafe=True).source


def lines(source: str) -> list[str]:
    return [line.strip() for line in source.splitlines()]


# The unit in reach


@pytest.mark.parametrize(
    ("before", "unit"),
    [
        (ASK + f"turn = {FILTER}\n", "resp.content"),
        (ASK + "blocks = resp.content\nturn = [b for b in blocks if b.type == 'tool_use']\n", "blocks"),
        (
            ASK + "turn = []\nfor b in resp.content:\n    if b.type != 'thinking':\n        turn.append(b)\n",
            "resp.content",
        ),
        (ASK + MADE, "resp.content"),
        (BRANCHES, "resp.content"),
        (ASK.replace("resp =", "last = resp =") + f"turn = {FILTER}\n", "resp.content"),
    ],
    ids=["filter", "the code's own name for it", "loop", "made", "one request in each branch", "two names"],
)
def test_the_unit_is_written_as_the_code_writes_it(before: str, unit: str) -> None:
    assert f'h.append({{"role": "assistant", "content": {unit}}})' in lines(repaired(loop(before + APPEND)))


def test_no_unit_where_the_name_holds_another_response_by_then() -> None:
    found = findings(loop(ASK + f"turn = {FILTER}\n" + ASK + APPEND))
    assert all(f.fix is None for f in found if f.code == "TLP101")


def test_no_unit_from_an_earlier_round() -> None:
    body = f"if held is not None:\n    {APPEND}" + ASK + f"turn = {FILTER}\nheld = resp\n"
    source = loop(body).replace("    while True:\n", "    held = None\n    turn = []\n    while True:\n")
    assert "held.content" not in repaired(source)


def test_plain_data_is_read_with_its_key() -> None:
    source = dedent("""\
        import httpx


        def solve(h, tools, run):
            while True:
                data = httpx.post("https://api.anthropic.com/v1/messages", json={"messages": h, "tools": tools}).json()
                turn = [b for b in data.get("content", []) if b["type"] != "thinking"]
                h.append({"role": "assistant", "content": turn})
                h.append({"role": "user", "content": [run(b) for b in data["content"] if b["type"] == "tool_use"]})
        """)
    assert '"content": data["content"]}' in repaired(source) or '"content": data.get("content", [])}' in repaired(
        source
    )


def test_a_helper_of_one_use_is_put_right_itself() -> None:
    source = loop(ASK + 'h.append({"role": "assistant", "content": wire(resp)})\n')
    source = source.replace("def solve", "def wire(resp):\n" + indent(MADE + "return turn\n", "    ") + "\n\ndef solve")
    assert "def wire(resp):\n    return resp.content\n" in repaired(source)


def test_blocks_sent_one_by_one_go_once() -> None:
    body = ASK + "for b in resp.content:\n    if b.type == 'tool_use':\n"
    body += '        h.append({"role": "assistant", "content": [b]})\n'
    assert lines(repaired(loop(body))).count('h.append({"role": "assistant", "content": resp.content})') == 1


# What is not to be lost


def test_another_part_of_the_message_is_kept() -> None:
    found = only(loop(ASK + f'turn = [*{FILTER}, {{"type": "text", "text": q}}]\n' + APPEND))
    assert found.no_fix_reason is not None
    assert found.no_fix_reason.startswith("the message also holds what does not come from the turn (line ")


def test_words_for_an_empty_turn_go() -> None:
    before = ASK + MADE + 'if not turn:\n    turn.append({"type": "text", "text": "..."})\n'
    assert '"..."' not in repaired(loop(before + APPEND))


def test_a_second_message_with_another_part_goes() -> None:
    body = ASK + "text = ''.join(b.text for b in resp.content if b.type == 'text')\n"
    body += 'h.append({"role": "assistant", "content": text})\n'
    body += 'uses = [b for b in resp.content if b.type == "tool_use"]\n'
    body += 'turn = [{"type": "tool_use", "id": b.id, "name": b.name, "input": b.input} for b in uses]\n' + APPEND
    after = repaired(loop(body))
    assert lines(after).count('h.append({"role": "assistant", "content": resp.content})') == 1
    assert after.count('"role": "assistant"') == 1


TRIED = """\
try:
    outcome = check(resp)
    h.append({"role": "assistant", "content": turn})
except ValueError as error:
    log.warning(error)
    h.append({"role": "assistant", "content": turn})
"""


def test_a_replay_in_a_handler_is_another_way() -> None:
    after = lines(repaired(loop(ASK + MADE + TRIED)))
    assert after.count('h.append({"role": "assistant", "content": resp.content})') == 2


TEXT_APART = """\
for b in resp.content:
    if b.type == "text":
        h.append({"role": "assistant", "content": b.text})
    elif b.type == "tool_use":
        count(b)
        h.append({"role": "assistant", "content": [b]})
"""


def test_a_text_that_the_loop_sends_apart_goes_with_the_blocks() -> None:
    after = lines(repaired(loop(ASK + TEXT_APART)))
    assert [line for line in after if '"assistant"' in line] == [
        'h.append({"role": "assistant", "content": resp.content})'
    ]
    assert "count(b)" in after


def test_what_is_sent_on_more_paths_than_the_repaired_message_stays() -> None:
    first = 'h.append({"role": "assistant", "content": "".join(b.text for b in resp.content if b.type == "text")})\n'
    then = 'if any(b.type == "tool_use" for b in resp.content):\n    ' + APPEND
    found = [f for f in findings(loop(ASK + MADE + first + then)) if f.code == "TLP102"]
    assert [f.no_fix_reason for f in found] == [
        "line 20 sends another part of the turn, also where this one is not sent"
    ]


LAST_CALL = """\
for b in resp.content:
    if b.type == "thinking":
        thought = b
    elif b.type == "tool_use":
        ident, name, given = b.id, b.name, b.input
h.append({"role": "assistant", "content": [thought, {"type": "tool_use", "id": ident, "name": name, "input": given}]})
h.append({"role": "user", "content": [{"type": "tool_result", "tool_use_id": ident, "content": run(name, given)}]})
"""


def test_the_whole_turn_waits_for_answers_to_all_of_its_calls() -> None:
    text = 'def solve(q):\n    h = [{"role": "user", "content": q}]\n    while True:\n'
    found = findings(HEAD + text + indent(ASK + "thought = None\n" + LAST_CALL, "        "))
    reasons = [f.no_fix_reason for f in found if f.code == "TLP103"]
    assert reasons == ["one call of the turn goes back here: all have to be answered before the whole turn can"]


ASKED_IN_BETWEEN = """\
resp = client.messages.create(model="m", max_tokens=9, messages=h, tools=TOOLS)
kept = []
for b in resp.content:
    if b.type == "text":
        kept.append(b)
    elif b.type == "tool_use":
        kept.append(b)
        h.append({"role": "assistant", "content": kept})
        h.append({"role": "user", "content": [{"type": "tool_result", "tool_use_id": b.id, "content": run(b)}]})

        # What now?
        resp = client.messages.create(model="m", max_tokens=9, messages=h, tools=TOOLS)
        print(resp.content[0])
"""


@pytest.mark.xfail(strict=True, reason="missed since what is tested in a round says nothing of the list's other blocks")
def test_a_name_that_means_another_response_inside_the_loop() -> None:
    text = 'def solve(q):\n    h = [{"role": "user", "content": q}]\n'
    source = HEAD + text + indent(ASKED_IN_BETWEEN, "    ")
    (found,) = (f for f in findings(source) if f.code == "TLP101")
    assert found.fix is not None
    assert "before all calls of the turn are answered" in found.fix.message
    assert repaired(source) == HEAD + text + indent(
        """\
resp = client.messages.create(model="m", max_tokens=9, messages=h, tools=TOOLS)
if resp.content:
    h.append({"role": "assistant", "content": resp.content})
results = []
for b in resp.content:
    if b.type == "tool_use":
        results.append({"type": "tool_result", "tool_use_id": b.id, "content": run(b)})
if results:
    h.append({"role": "user", "content": results})

    # What now?
    resp = client.messages.create(model="m", max_tokens=9, messages=h, tools=TOOLS)
    print(resp.content[0])
""",
        "    ",
    )


def test_a_history_of_the_codes_own_is_no_response() -> None:
    source = """\
def write(messages):
    out = []
    for m in messages:
        turn = []
        for b in m.content:
            if isinstance(b, TextBlock):
                turn.append({"type": "text", "text": b.text})
            elif isinstance(b, ThinkingBlock) and b.signature:
                turn.append({"type": "thinking", "thinking": b.thinking, "signature": b.signature})
            elif isinstance(b, ToolUseBlock):
                turn.append({"type": "tool_use", "id": b.id, "name": b.name, "input": b.input})
        out.append({"role": "assistant", "content": turn})
    return out
"""
    reasons = [f.no_fix_reason for f in findings(HEAD + source)]
    assert reasons == ["the blocks come from a history of the code's own, and not from a response"]


def test_a_switch_is_left_to_its_author() -> None:
    body = ASK + f"turn = resp.content\nif q == 'short':\n    turn = {FILTER}\n"
    assert "on another path the whole turn goes back" in str(only(loop(body + APPEND)).no_fix_reason)


def test_text_whose_results_are_text_is_left() -> None:
    body = ASK + 'h.append({"role": "assistant", "content": resp.content[0].text})\n'
    source = HEAD + "def solve(h):\n    while True:\n" + indent(body, "        ")
    source += '        for b in resp.content:\n            h.append({"role": "user", "content": f"{b.id}: {run(b)}"})\n'
    assert all(f.fix is None for f in findings(source))


# Carriers


CARRIER = """\
from dataclasses import dataclass


@dataclass
class Turn:
    text: str
    calls: list


def to_wire(turns: list[Turn]):
    out = []
    for turn in turns:
        content = [{"type": "text", "text": turn.text}]
        for call in turn.calls:
            content.append({"type": "tool_use", "id": call.id, "name": call.name, "input": call.args})
        out.append({"role": "assistant", "content": content})
    return out
"""


def test_a_carrier_is_named() -> None:
    assert only(CARRIER).no_fix_reason == (
        "`Turn` has no field for the turn as it came, and nothing in sight makes `Turn` of a response"
    )
    foreign = CARRIER.replace("list[Turn]", "list[types.Content]").replace("@dataclass\nclass Turn:", "class Turn:")
    assert "`Content`" in str(only("from google.genai import types\n" + foreign).no_fix_reason)


def test_without_a_class_the_sources_are_named() -> None:
    reason = only(CARRIER.replace(": list[Turn]", "")).no_fix_reason
    assert reason == "the response is out of reach: the message is made of `turn.text`, `call.id` and `call.name`"


def test_blocks_of_another_make_are_not_sent() -> None:
    source = """\
        class Part:
            type: str


        def to_wire(parts: list[Part]):
            out = []
            for p in parts:
                if p.type == "thinking":
                    out.append({"type": "thinking", "thinking": p.thought, "signature": p.signature})
                elif p.type == "text":
                    out.append({"type": "text", "text": p.text})
                elif p.type == "tool_use":
                    out.append({"type": "tool_use", "id": p.id, "name": p.name, "input": p.input})
            return {"role": "assistant", "content": out}
        """
    assert all(f.fix is None for f in findings(dedent(source)))
    assert all(f.fix is None for f in findings(dedent(source).replace("parts: list[Part]", "parts")))


def test_deliberation_kept_beside_the_rest_stays_a_list_of_deliberation() -> None:
    source = """\
        def parse(response):
            thoughts, calls = [], []
            for b in response.content:
                if b.type == "tool_use":
                    calls.append(b)
                elif b.type == "thinking":
                    thoughts.append({"type": "thinking", "thinking": b.thinking, "signature": b.signature})
            return Reply(calls=calls, thoughts=thoughts)
        """
    after = repaired(dedent(source))
    assert 'elif b.type in ("thinking", "redacted_thinking"):' in after
    assert "thoughts.append(b.to_dict())" in after


# Readers


def made(after: str, inside: str = "") -> Finding:
    source = loop(ASK + MADE + APPEND + inside, after)
    return next(f for f in findings(source) if f.code == "TLP102")


def content_of(found: Finding) -> str:
    assert found.fix is not None
    return next(edit.content for edit in found.fix.edits if "resp.content" in edit.content)


@pytest.mark.parametrize(
    ("reader", "content", "phrase"),
    [
        ("if not results:\n    break\n", "resp.content", ""),
        ('json.dump(h, open("log.json", "w"))\n', "[block.to_dict() for block in resp.content]", ""),
        ('if h[-1]["content"][0]["text"]:\n    break\n', "[block.to_dict() for block in resp.content]", ""),
        (
            "for m in h:\n    for b in m['content']:\n        b['seen'] = 1\n",
            "[block.to_dict() for block in resp.content]",
            "",
        ),
        ("print(h)\n", "resp.content", "line 21 reads the history and would see what is new"),
        ('log.info("%s", h[-1]["content"])\n', "resp.content", "line 21 reads the history and would see what is new"),
        ("save(h)\n", "resp.content", "readers of the history that are out of sight would see what is new"),
        ("return h\n", "resp.content", "readers of the history that are out of sight would see what is new"),
    ],
)
def test_readers_of_the_history(reader: str, content: str, phrase: str) -> None:
    found = made("", reader)
    assert content_of(found) == content
    assert found.fix is not None
    assert phrase in found.fix.message
    assert found.fix.applicability is (Applicability.UNSAFE if phrase else Applicability.SAFE)


def test_readers_in_other_methods() -> None:
    source = dedent("""\
        import json

        import anthropic


        class Agent:
            def __init__(self, tools):
                self.client = anthropic.Anthropic()
                self.tools = tools
                self.h = []

            def save(self, path):
                path.write_text(json.dumps(self.h))

            def step(self, run):
                resp = self.client.messages.create(model="m", max_tokens=9, messages=self.h, tools=self.tools)
                turn = [b.model_dump() for b in resp.content if b.type != "thinking"]
                self.h.append({"role": "assistant", "content": turn})
                results = [run(b) for b in resp.content if b.type == "tool_use"]
                self.h.append({"role": "user", "content": results})
        """)
    assert "[block.to_dict() for block in resp.content]" in repaired(source)


# Results


def test_the_message_has_a_name_first() -> None:
    body = ASK + 'h.append({"role": "assistant", "content": resp.content})\nfor b in resp.content:\n'
    body += "    if b.type == 'tool_use':\n"
    result = '{"type": "tool_result", "tool_use_id": b.id, "content": run(b)}'
    body += f'        message = {{"role": "user", "content": [{result}]}}\n'
    body += "        h.append(message)\n    # and on\n"
    source = (HEAD + "def solve(h):\n    while True:\n" + indent(body, "        ")).replace("TOOLS", "tools")
    assert repaired(source).endswith(
        """\
        results = []
        for b in resp.content:
            if b.type == 'tool_use':
                results.append({"type": "tool_result", "tool_use_id": b.id, "content": run(b)})
            # and on
        if results:
            h.append({"role": "user", "content": results})
"""
    )


@pytest.mark.parametrize(
    "pick",
    [
        "call = next(b for b in resp.content if b.type == 'tool_use')\n",
        "call = None\nfor b in resp.content:\n    if b.type == 'tool_use':\n        call = b\n        break\n",
        "call = [b for b in resp.content if b.type == 'tool_use'][:1][0]\n",
        "*_, call = [b for b in resp.content if b.type == 'tool_use']\n",
        "call = resp.content[-1]\n",
    ],
)
def test_every_call_is_answered(pick: str) -> None:
    body = ASK + 'h.append({"role": "assistant", "content": resp.content})\n' + pick
    body += "out = run(call)\n"
    body += 'h.append({"role": "user", "content": [{"type": "tool_result", "tool_use_id": call.id, "content": out}]})\n'
    source = HEAD + "def solve(h):\n    while True:\n" + indent(body, "        ")
    after = repaired(source)
    assert "for call in resp.content:" in after
    assert "tool_use" in after.split("for call in resp.content:")[1].splitlines()[1]
    assert findings(after) == []


# One block


def block(body: str) -> str:
    return loop(ASK + "turn = []\nfor b in resp.content:\n" + indent(dedent(body), "    ") + APPEND)


@pytest.mark.parametrize(
    ("edit", "after"),
    [
        (
            'turn.append({**b, "thinking": b["thinking"].strip()} if b["type"] == "thinking" else b)\n',
            "turn.append(b if",
        ),
        ("if b.type == 'thinking':\n    b.thinking = b.thinking.strip()\nturn.append(b)\n", None),
        ("if b.type == 'thinking':\n    setattr(b, 'thinking', b.thinking[:9])\nturn.append(b)\n", None),
        (THROUGH_A_NAME, "'thinking': b.thinking, 'signature'"),
        (
            "turn.append(b.model_copy(update={'thinking': b.thinking[:9]}) if b.type == 'thinking' else b)\n",
            "turn.append(b if",
        ),
    ],
    ids=["merge", "attribute", "setattr", "through a name", "copy with update"],
)
def test_edits_of_deliberation_are_taken_out(edit: str, after: str | None) -> None:
    result = repaired(block(edit))
    assert findings(result) == []
    assert after is None or after in result
    assert "strip()" not in result
    assert "[:9]" not in result


def test_an_unsigned_block_in_a_helper_is_passed_on() -> None:
    helper = "def wire(b):\n    if b.type == 'thinking':\n"
    helper += "        return {'type': 'thinking', 'thinking': b.thinking}\n    return b\n\n\n"
    source = loop(ASK + "turn = [wire(b) for b in resp.content]\n" + APPEND).replace("def solve", helper + "def solve")
    assert "if b.type == 'thinking':\n        return b\n" in repaired(source)


def test_forged_blocks_are_left() -> None:
    body = ASK + 'turn = [{"type": "thinking", "thinking": "", "signature": "x"}, *resp.content]\n'
    reasons = [f.no_fix_reason for f in findings(loop(body + APPEND)) if f.code == "TLP301"]
    assert reasons == ["only the model's own block can go back: take this one out, or send the one that came"]


# The rest


def test_a_planner_that_fails_keeps_its_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise KeyError("x")

    monkeypatch.setattr("flake8_toolloop.fixes.targets.replay_target", broken)
    reasons = {f.code: f.no_fix_reason for f in findings(loop(ASK + f"turn = {FILTER}\n" + APPEND))}
    assert reasons["TLP101"] == "planning the repair failed (KeyError: 'x'); please report it"


def test_nothing_of_fixes_is_loaded_unasked() -> None:
    program = (
        "import sys\nfrom flake8_toolloop.analysis import analyse\nfrom flake8_toolloop.settings import Settings\n"
        "assert analyse(sys.stdin.read(), 'a.py', Settings()).findings\n"
        "print([name for name in sys.modules if name.startswith(('flake8_toolloop.fixes', 'libcst', 'astroid'))])\n"
    )
    source = loop(ASK + f"turn = {FILTER}\n" + APPEND)
    done = subprocess.run([sys.executable, "-c", program], input=source, capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"

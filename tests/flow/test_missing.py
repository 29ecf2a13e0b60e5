"""A turn that is missing from its history is found however its results get there, and only where it is certain."""

from __future__ import annotations

import pytest

from flake8_toolloop.analysis import analyse
from flake8_toolloop.settings import Settings

LOOP = """\
import anthropic

client = anthropic.Anthropic()


def loop(history, tools, run, saved):
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=history, tools=tools)
        calls = [b for b in reply.content if b.type == "tool_use"]
        if not calls:
            return reply
        results = [{"type": "tool_result", "tool_use_id": c.id, "content": run(c.name, c.input)} for c in calls]
        history.append({"role": "user", "content": results})
"""
APPEND = 'history.append({"role": "user", "content": results})'
ADD = 'def add(messages, content):\n    messages.append({"role": "user", "content": content})\n\n\n'
PUT = (
    'def put(messages, role, content):\n    messages.append({"role": role, "content": content})\n\n\n'
    'def add(messages, content):\n    put(messages, "user", content)\n\n\n'
)
MADE = 'def message_of(role, content):\n    return {"role": role, "content": content}\n\n\n'


def codes(source: str, path: str = "agent.py") -> list[str]:
    compile(source, path, "exec", dont_inherit=True)
    return [f.code for f in analyse(source, path, Settings()).findings]


@pytest.mark.parametrize(
    ("helpers", "statement"),
    [
        pytest.param("", APPEND, id="append"),
        pytest.param("", 'history = history + [{"role": "user", "content": results}]', id="a new list"),
        pytest.param("", 'history += [{"role": "user", "content": results}]', id="+="),
        pytest.param("", 'history.extend([{"role": "user", "content": results}])', id="extend"),
        pytest.param("", 'turn = {"role": "user", "content": results}\n        history.append(turn)', id="a name"),
        pytest.param("", 'history.append({"role": "user", "content": results or "none"})', id="or words"),
        pytest.param(
            "", f'results.append({{"type": "text", "text": "Go on."}})\n        {APPEND}', id="words after the results"
        ),
        pytest.param(ADD, "add(history, results)", id="a helper"),
        pytest.param(PUT, "add(history, results)", id="a helper's helper"),
        pytest.param(MADE, 'history.append(message_of("user", results))', id="a helper that makes the message"),
    ],
)
def test_the_results_without_their_turn(helpers: str, statement: str) -> None:
    source = LOOP.replace(APPEND, statement).replace("def loop", f"{helpers}def loop")
    assert codes(source) == ["TLP105"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param("tools=tools)", "tools=tools, previous_message_id=saved)", id="the provider keeps the turn"),
        pytest.param(
            "tools=tools)",
            'tools=tools, extra_body={"previous_message_id": saved})',
            id="the provider keeps it, by name",
        ),
        pytest.param(
            APPEND,
            'results.append({"type": "tool_result", "tool_use_id": saved.id, "content": saved.text})\n        '
            + APPEND,
            id="a result of an older call beside them",
        ),
        pytest.param('"role": "user"', '"role": "assistant"', id="no user's message"),
        pytest.param("history.append", "saved.append", id="another list than the one that is sent"),
    ],
)
def test_what_is_not_certain(old: str, new: str) -> None:
    assert codes(LOOP.replace(old, new)) == []


def test_a_test_makes_its_histories_up() -> None:
    assert codes(LOOP, "tests/test_agent.py") == []


AGENT = """\
import anthropic

client = anthropic.Anthropic()


class Agent:
    def __init__(self):
        self.messages = []

    def add(self, content):
        self.messages.append({"role": "user", "content": content})

    def loop(self, tools, run):
        while True:
            reply = client.messages.create(
                model="claude-opus-4-7", max_tokens=4096, messages=self.messages, tools=tools
            )
            calls = [b for b in reply.content if b.type == "tool_use"]
            if not calls:
                return reply
            results = [{"type": "tool_result", "tool_use_id": c.id, "content": run(c.name, c.input)} for c in calls]
            self.add(results)
"""
STORE = (
    AGENT.replace("class Agent:", "class Store:")
    .replace("    def loop(self, tools, run):", "\nclass Agent:\n    def loop(self, store: Store, tools, run):")
    .replace("messages=self.messages", "messages=store.messages")
    .replace("self.add(results)", "store.add(results)")
)


@pytest.mark.parametrize("source", [AGENT, STORE], ids=["of the object", "of another object"])
def test_the_history_belongs_to_an_object(source: str) -> None:
    assert codes(source) == ["TLP105"]
    assert codes(source.replace(".add(results)", ".add([])")) == []


def test_each_way_is_said_and_each_turn_once() -> None:
    other = APPEND.replace("results}", "[*results, saved]}")
    either = f"if saved:\n            {APPEND}\n        else:\n            {other}"
    assert codes(LOOP.replace(APPEND, either)) == ["TLP105", "TLP105"]
    assert codes(LOOP.replace(APPEND, f"{APPEND}\n        {APPEND}"))[:1] == ["TLP105"]
    assert codes(LOOP.replace(APPEND, f"{APPEND}\n        {APPEND}")).count("TLP105") == 1


# -- outcomes that are told --------------------------------------------------------------------------------------------
TOLD = """\
import anthropic

client = anthropic.Anthropic()


def loop(history, tools, run, clock):
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=history, tools=tools)
        calls = [b for b in reply.content if b.type == "tool_use"]
        if not calls:
            return reply
        for call in calls:
            outcome = run(call.name, call.input)
            history.append({"role": "user", "content": f"{call.name} gave {outcome}"})
"""
RUN = "run(call.name, call.input)"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param("", "", id="a format"),
        pytest.param('f"{call.name} gave {outcome}"', '"Result: " + str(outcome)', id="a sum of texts"),
        pytest.param('"role": "user"', '"role": "assistant"', id="as the model's own words"),
        pytest.param(RUN, "run(name=call.name, arguments=call.input)", id="arguments by keyword"),
        pytest.param(RUN, "run(**call.input)", id="the input spread"),
        pytest.param(RUN, "run[call.name](**call.input)", id="a table of tools"),
        pytest.param(
            "        for call in calls:",
            '        history.append({"role": "assistant", "content": "I use my tools."})\n        for call in calls:',
            id="other words in the turn's place",
        ),
    ],
)
def test_the_outcome_is_told_and_the_turn_is_not_sent(old: str, new: str) -> None:
    (finding,) = analyse(TOLD.replace(old, new) if old else TOLD, "agent.py", Settings()).findings
    assert finding.code == "TLP105"
    assert finding.confidence.value == "likely"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param(RUN, "clock()", id="nothing of a call goes in"),
        pytest.param(RUN, "run(call.name)", id="the name alone chooses"),
        pytest.param(RUN, "run(reply.content[0].text)", id="the text is what runs"),
        pytest.param("tools=tools)", 'tools=tools, tool_choice={"type": "tool", "name": "form"})', id="a form"),
        pytest.param(", tools=tools)", ")", id="no tools"),
        pytest.param('"role": "user"', '"role": "system"', id="another role"),
        pytest.param(
            "        for call in calls:",
            '        history.append({"role": "assistant", "content": reply.content})\n        for call in calls:',
            id="the turn goes back",
        ),
    ],
)
def test_no_outcome_of_a_call_is_told(old: str, new: str) -> None:
    assert "TLP105" not in codes(TOLD.replace(old, new))

"""Which form a whole turn goes back in, by what else the file does with what it stores."""

from __future__ import annotations

from textwrap import dedent, indent

import pytest

from flake8_toolloop.analysis import analyse
from flake8_toolloop.settings import Settings

AGENT = """\
import json
from dataclasses import asdict, dataclass, field

import anthropic

client = anthropic.Anthropic()


@dataclass
class State:
    turns: list = field(default_factory=list)


class Agent:
    def __init__(self):
        self.state = State()
        self.log = []

    def ask(self, q):
        {place}.append({{"role": "user", "content": q}})
        while True:
            resp = client.messages.create(model="m", max_tokens=9, messages={place}, tools=TOOLS)
            made = []
            for b in resp.content:
                if b.type == "text":
                    made.append({{"type": "text", "text": b.text}})
                elif b.type == "tool_use":
                    made.append({{"type": "tool_use", "id": b.id, "name": b.name, "input": b.input}})
            {place}.append({{"role": "assistant", "content": made}})
            calls = [b for b in resp.content if b.type == "tool_use"]
            results = [{{"type": "tool_result", "tool_use_id": b.id, "content": run(b)}} for b in calls]
            {place}.append({{"role": "user", "content": results}})

"""
WHOLE, PLAIN = "Replay resp.content", "Replay resp.content as plain data"


def ways(place: str, method: str) -> list[str]:
    """The first words of the fixes, in order."""
    source = AGENT.format(place=place) + indent(dedent(method), "    ")
    (finding,) = [f for f in analyse(source, "agent.py", Settings(), fixes=True).findings if f.code == "TLP102"]
    return [fix.message.split(" (")[0] for fix in finding.fixes]


@pytest.mark.parametrize(
    ("place", "method"),
    [
        ("self.log", "def save(self, f):\n    data = {'log': self.log, 'n': 1}\n    json.dump(data, f)\n"),
        ("self.log", "def save(self, f):\n    data = {}\n    data['log'] = self.log\n    f.write(json.dumps(data))\n"),
    ],
    ids=["in a literal", "under a key"],
)
def test_what_is_dumped_has_to_be_plain(place: str, method: str) -> None:
    assert ways(place, method) == [PLAIN]


@pytest.mark.parametrize(
    ("place", "method"),
    [
        ("self.state.turns", "def save(self, f):\n    data = asdict(self.state)\n    json.dump(data, f)\n"),
        ("self.state.turns", "def kept(self):\n    return asdict(self.state)\n"),
        ("self.log", "def kept(self):\n    return {'log': self.log}\n\ndef save(self):\n    json.dumps(self.kept())\n"),
        ("self.log", "def other(self, agent, f):\n    data = [agent.log]\n    json.dump(data, f)\n"),
        ("self.log", "def kinds(self, m):\n    for part in m.get('content'):\n        yield part.get('type')\n"),
        ("self.log", "def kinds(self, m):\n    c = m['content']\n    return [p['type'] for _, p in enumerate(c)]\n"),
    ],
    ids=["the object around it", "as a dict", "through a method", "of another object", "blocks by get", "by key"],
)
def test_plain_data_comes_first_where_the_file_may_want_it(place: str, method: str) -> None:
    assert ways(place, method) == [PLAIN, WHOLE]


@pytest.mark.parametrize(
    "method",
    [
        "",
        "def save(self, f):\n    data = {'n': len(self.log)}\n    json.dump(data, f)\n",
        "def save(self, f):\n    json.dump({'turns': 3}, f)\n",
        "def kinds(self, m):\n    for part in m.get('parts'):\n        yield part.get('type')\n",
        "def kinds(self, m):\n    for part in m['content']:\n        yield part.type\n",
    ],
    ids=["nothing", "its length", "another thing", "of no content", "by attribute"],
)
def test_else_the_turn_goes_back_as_it_is(method: str) -> None:
    assert ways("self.log", method) == [WHOLE, PLAIN]

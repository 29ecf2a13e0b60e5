"""Which writes and reads are of one store."""

from __future__ import annotations

from textwrap import indent

import pytest

from flake8_toolloop.analysis import analyse
from flake8_toolloop.settings import Settings

PROGRAM = """
import json, pathlib, sqlite3
import aiofiles, anthropic

client = anthropic.Anthropic(api_key="-")


class Session:
    def path(self, sid):
        return self.folder / f"{{sid}}.json"

    async def save(self, sid, messages):
        rows = [{{"role": m["role"], "content": m["content"][0]["text"]}} for m in messages]
{write}

    async def load(self, sid):
{read}

    async def ask(self, sid, tools, run):
        messages = await self.load(sid)
        while True:
            reply = client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=messages, tools=tools)
            messages.append({{"role": "assistant", "content": [b.to_dict() for b in reply.content]}})
            calls = [b for b in reply.content if b.type == "tool_use"]
            if not calls:
                break
            results = [{{"type": "tool_result", "tool_use_id": c.id, "content": run(c.name, c.input)}} for c in calls]
            messages.append({{"role": "user", "content": results}})
        await self.save(sid, messages)
"""
FILE = "return json.loads(self.path(sid).read_text())"


def found(write: str, read: str) -> bool:
    program = PROGRAM.format(write=indent(write, " " * 8), read=indent(read, " " * 8))
    return any(f.code == "TLP405" for f in analyse(program, "program.py", Settings()).findings)


@pytest.mark.parametrize(
    ("write", "read"),
    [
        ("self.path(sid).write_text(json.dumps(rows))", FILE),
        ("target = self.path(sid)\ntarget.write_bytes(json.dumps({'rows': rows}).encode())", FILE),
        (
            "tmp = self.path(sid).with_suffix('.tmp')\ntmp.write_text(json.dumps(rows))\ntmp.replace(self.path(sid))",
            FILE,
        ),
        ("with open(self.path(sid), mode='w') as f:\n    f.write(json.dumps(rows))", FILE),
        (
            "async with aiofiles.open(self.path(sid), 'w') as f:\n    await f.write(json.dumps(rows))",
            "async with aiofiles.open(self.path(sid)) as f:\n    return json.loads(await f.read())",
        ),
        (
            "with self.path(sid).open('a') as f:\n    f.writelines(json.dumps(r) + '\\n' for r in rows)",
            "out = []\nwith open(self.path(sid)) as f:\n    for r in f:\n        out.append(json.loads(r))\nreturn out",
        ),
        (
            "self.db.executemany('INSERT INTO turns (role, content) VALUES (:role, :content)', rows)",
            "c = self.db.cursor()\nc.execute('SELECT * FROM turns')\nreturn [dict(zip(KEYS, r)) for r in c.fetchall()]",
        ),
        (
            "await self.redis.setex(f'chat:{sid}', 60, json.dumps(rows))",
            "return json.loads(await self.redis.get(f'chat:{sid}'))",
        ),
        ("self.shelf.put(sid, rows)", "return self.shelf.get(sid)"),
    ],
)
def test_the_same_store(write: str, read: str) -> None:
    assert found(write, read)


@pytest.mark.parametrize(
    ("write", "read"),
    [
        ("self.path('last').write_text(json.dumps(rows))", FILE),
        ("self.path(sid).with_suffix('.md').write_text(str(rows))", FILE),
        ("with open(self.path(sid)) as f:\n    f.write(json.dumps(rows))", FILE),
        ("self.path(sid).write_text(json.dumps(messages))\nprint(rows)", FILE),
        (
            "self.db.executemany('INSERT INTO words (role, content) VALUES (:role, :content)', rows)",
            "return [{'role': r, 'content': c} for r, c in self.db.execute('SELECT * FROM turns').fetchall()]",
        ),
        (
            "await self.redis.set(f'preview:{sid}', json.dumps(rows))",
            "return json.loads(await self.redis.get(f'chat:{sid}'))",
        ),
        ("self.path(sid).write_text(json.dumps(rows))", "print(self.path(sid).read_text())\nreturn self.kept[sid]"),
    ],
)
def test_another_store_or_none(write: str, read: str) -> None:
    assert not found(write, read)

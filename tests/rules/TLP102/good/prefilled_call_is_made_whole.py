"""Asks for one call again after a restart: the stored turn is sent with the thinking that it was stored with."""

import json
import sqlite3

from anthropic import AsyncAnthropic


class Saved:
    def __init__(self, path):
        self.db = sqlite3.connect(path)

    def blocks(self, session):
        query = "select kind, body from blocks where session = ? order by position"
        for kind, body in self.db.execute(query, (session,)):
            fields = json.loads(body)
            if kind == "tool_use":
                yield {"type": "tool_use", "id": fields["id"], "name": fields["name"], "input": fields["input"]}
            elif kind == "text":
                yield {"type": "text", "text": fields["text"]}
            else:
                yield {"type": kind, **fields}


async def resume(session, saved: Saved, results, tools):
    client = AsyncAnthropic()
    turn = {"role": "assistant", "content": list(saved.blocks(session))}
    return await client.messages.create(
        model="claude-opus-4-5",
        max_tokens=3000,
        tools=tools,
        messages=[{"role": "user", "content": "Go on."}, turn, {"role": "user", "content": results}],
    )

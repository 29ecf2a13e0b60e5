import json
import sqlite3

from anthropic import Anthropic


class Repository:
    def __init__(self, db: sqlite3.Connection) -> None:
        self.db = db

    def add(self, session: str, role: str, content) -> None:
        self.db.execute("insert into turns values (?, ?, ?)", (session, role, json.dumps(content)))

    def load(self, session: str) -> list[dict]:
        rows = self.db.execute("select role, content from turns where session = ? order by rowid", (session,))
        return [{"role": role, "content": json.loads(content)} for role, content in rows]


def step(repo: Repository, session: str, tools, call) -> bool:
    reply = Anthropic().messages.create(
        model="claude-opus-4-5", max_tokens=2500, messages=repo.load(session), tools=tools
    )
    repo.add(session, "assistant", [b.to_dict() for b in reply.content])
    results = [call(b) for b in reply.content if b.type == "tool_use"]
    if results:
        repo.add(session, "user", results)
    return bool(results)

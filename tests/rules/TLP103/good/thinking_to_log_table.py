import sqlite3

from anthropic import AsyncAnthropic


class Recorder:
    def __init__(self, db: sqlite3.Connection):
        self.db = db
        self.client = AsyncAnthropic()

    def note(self, blocks):
        rows = [(b.type, b.thinking) for b in blocks if b.type == "thinking"]
        rows += [(b.type, b.text) for b in blocks if b.type == "text"]
        self.db.executemany("insert into log values (?, ?)", rows)

    async def loop(self, convo, tools, use):
        while True:
            out = await self.client.messages.create(
                model="claude-opus-4-5", max_tokens=7000, messages=convo, tools=tools
            )
            self.note(out.content)
            convo = [*convo, {"role": "assistant", "content": out.content}]
            if out.stop_reason != "tool_use":
                return convo
            convo = [*convo, {"role": "user", "content": [await use(b) for b in out.content if b.type == "tool_use"]}]

from anthropic import AsyncAnthropic

RISKY = {"shell", "delete_file"}


class Supervised:
    def __init__(self, tools, use, confirm):
        self.api = AsyncAnthropic()
        self.tools, self.use, self.confirm = tools, use, confirm
        self.wire = []

    async def step(self):
        m = await self.api.messages.create(
            model="claude-opus-4-5", max_tokens=1800, messages=self.wire, tools=self.tools
        )
        self.wire.append({"role": "assistant", "content": m.content})
        calls = [b for b in m.content if b.type == "tool_use"]
        if not calls:
            return False
        risky = next((c for c in calls if c.name in RISKY), None)
        allowed = risky is None or await self.confirm(f"run {risky.name}?")
        results = []
        for c in calls:
            text = await self.use(c) if allowed or c.name not in RISKY else "The user said no."
            results.append({"type": "tool_result", "tool_use_id": c.id, "content": text})
        self.wire.append({"role": "user", "content": results})
        return True

"""The leading thoughts are taken off a copy of the turn before it goes back."""

from anthropic import AsyncAnthropic


class Assistant:
    def __init__(self, client: AsyncAnthropic, tools: list):
        self.client = client
        self.tools = tools
        self.turns: list = []

    async def step(self, run):
        reply = await self.client.messages.create(
            model="claude-opus-4-5", max_tokens=4096, messages=self.turns, tools=self.tools
        )
        content = list(reply.content)
        while content and content[0].type in ("thinking", "redacted_thinking"):
            content.pop(0)
        self.turns.append({"role": "assistant", "content": content})  # expect: TLP101
        results = [
            {"type": "tool_result", "tool_use_id": b.id, "content": await run(b.name, b.input)}
            for b in content
            if b.type == "tool_use"
        ]
        if results:
            self.turns.append({"role": "user", "content": results})
        return bool(results)

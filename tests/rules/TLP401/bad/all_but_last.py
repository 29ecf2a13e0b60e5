"""All turns but the last lose their thinking while the agent is at work."""
from anthropic import AsyncAnthropic

PRIVATE = ("thinking", "redacted_thinking")


class Agent:
    def __init__(self, tools, run):
        self.client = AsyncAnthropic()
        self.tools, self.run = tools, run
        self.turns = []

    def slim(self):
        spoken = [m for m in self.turns if m["role"] == "assistant"]
        for message in spoken[:-1]:
            message["content"] = [b for b in message["content"] if b.type not in PRIVATE]  # expect: TLP401

    async def work(self, task):
        self.turns.append({"role": "user", "content": task})
        for _ in range(50):
            self.slim()
            reply = await self.client.messages.create(
                model="claude-opus-4-7", max_tokens=8000, tools=self.tools, messages=self.turns
            )
            self.turns.append({"role": "assistant", "content": reply.content})
            if reply.stop_reason != "tool_use":
                return reply
            results = []
            for block in reply.content:
                if block.type == "tool_use":
                    output = await self.run(block.name, block.input)
                    results.append({"type": "tool_result", "tool_use_id": block.id, "content": output})
            self.turns.append({"role": "user", "content": results})
        return None

"""The same as a comprehension in a method."""
from anthropic import AsyncAnthropic


class Agent:
    def __init__(self, tools, run):
        self.client = AsyncAnthropic()
        self.tools, self.run = tools, run
        self.turns = []

    async def work(self, task):
        self.turns.append({"role": "user", "content": task})
        for _ in range(40):
            answer = await self.client.messages.create(
                model="claude-sonnet-4-5", max_tokens=4096, tools=self.tools, messages=self.turns
            )
            content = [b for b in answer.content if not (b.type == "text" and b.text == "")]
            if content:
                self.turns.append({"role": "assistant", "content": content})
            if answer.stop_reason != "tool_use":
                break
            results = []
            for block in answer.content:
                if block.type == "tool_use":
                    output = await self.run(block.name, block.input)
                    results.append({"type": "tool_result", "tool_use_id": block.id, "content": output})
            self.turns.append({"role": "user", "content": results})

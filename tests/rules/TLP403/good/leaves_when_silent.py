"""A turn of which nothing is left ends the work before anything is stored."""
from anthropic import AsyncAnthropic


class Worker:
    def __init__(self, tools, run):
        self.client = AsyncAnthropic()
        self.tools, self.run = tools, run

    async def work(self, turns):
        for _ in range(12):
            answer = await self.client.messages.create(
                model="claude-sonnet-4-5", max_tokens=4096, tools=self.tools, messages=turns
            )
            content = [b for b in answer.content if not (b.type == "text" and not b.text)]
            if len(content) == 0:
                return turns
            turns.append({"role": "assistant", "content": content})
            results = []
            for block in content:
                if block.type == "tool_use":
                    output = await self.run(block.name, block.input)
                    results.append({"type": "tool_result", "tool_use_id": block.id, "content": output})
            if not results:
                return turns
            turns.append({"role": "user", "content": results})
        return turns

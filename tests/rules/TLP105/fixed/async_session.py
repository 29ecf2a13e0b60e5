"""A session whose history gets the user's messages only."""

from anthropic import AsyncAnthropic
from anthropic.types import Message


class Session:
    def __init__(self, tools, runner, model="claude-opus-4-7"):
        self.client = AsyncAnthropic()
        self.model = model
        self.tools = tools
        self.runner = runner
        self.messages = []

    async def request(self) -> Message:
        return await self.client.messages.create(
            model=self.model, max_tokens=4096, tools=self.tools, messages=self.messages
        )

    async def ask(self, question):
        self.messages.append({"role": "user", "content": question})
        while True:
            answer = await self.request()
            if answer.stop_reason != "tool_use":
                return "".join(b.text for b in answer.content if b.type == "text")
            outcomes = []
            for block in answer.content:
                if block.type != "tool_use":
                    continue
                print("calling", block.name)
                outcomes.append(
                    {"type": "tool_result", "tool_use_id": block.id, "content": await self.runner(block.name, block.input)}
                )
            self.messages.append({"role": "assistant", "content": answer.content})
            self.messages.append({"role": "user", "content": outcomes})

import time

from anthropic import AsyncAnthropic


class Desk:
    """Answers with the state of the desk in its instructions."""

    model = "claude-opus-5-5"

    def __init__(self, tools, run):
        self.client = AsyncAnthropic()
        self.tools = tools
        self.run = run
        self.messages = []

    @property
    def instructions(self):
        lines = ["You keep the desk."]
        lines.append("Open.")
        stamp = time.time()
        return "\n".join(lines) + f"\nnow={stamp}"

    async def ask(self):
        return await self.client.messages.create(
            model=self.model,
            max_tokens=2048,
            system=self.instructions,  # expect: TLP406
            messages=self.messages,
            tools=self.tools,
        )

    async def handle(self, question):
        self.messages.append({"role": "user", "content": question})
        while True:
            reply = await self.ask()
            self.messages.append({"role": "assistant", "content": reply.content})
            if reply.stop_reason != "tool_use":
                return reply
            results = [await self.run(b) for b in reply.content if b.type == "tool_use"]
            self.messages.append({"role": "user", "content": results})

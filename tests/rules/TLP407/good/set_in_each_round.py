from anthropic import AsyncAnthropic


class Agent:
    def __init__(self, thinks):
        self.client = AsyncAnthropic()
        self.thinks = thinks

    async def run(self, history, tools, answer):
        while True:
            arguments = {"model": "claude-opus-4-7", "max_tokens": 4096, "messages": history, "tools": tools}
            if self.thinks:
                arguments["thinking"] = {"type": "adaptive"}
            reply = await self.client.messages.create(**arguments)
            history.append({"role": "assistant", "content": reply.content})
            if reply.stop_reason != "tool_use":
                return reply
            history.append({"role": "user", "content": [await answer(b) for b in reply.content if b.type == "tool_use"]})

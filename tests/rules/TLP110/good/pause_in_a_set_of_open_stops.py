from anthropic import AsyncAnthropic

OPEN = frozenset({"tool_use", "pause_turn"})


class Agent:
    def __init__(self, tools):
        self.client = AsyncAnthropic()
        self.tools = [{"type": "web_fetch_20250910", "name": "web_fetch"}, *tools]

    async def work(self, history, run):
        while True:
            reply = await self.client.messages.create(
                model="claude-opus-4-7", max_tokens=4096, messages=history, tools=self.tools
            )
            history.append({"role": "assistant", "content": reply.content})
            if reply.stop_reason not in OPEN:
                return reply
            results = [await run(b) for b in reply.content if b.type == "tool_use"]
            if results:
                history.append({"role": "user", "content": results})

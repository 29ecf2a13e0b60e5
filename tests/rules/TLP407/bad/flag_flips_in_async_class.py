from anthropic import NOT_GIVEN, AsyncAnthropic


class Planner:
    def __init__(self, tools):
        self.client = AsyncAnthropic()
        self.tools = tools

    async def carry_out(self, messages, run):
        planning = True
        while True:
            mode = {"type": "enabled", "budget_tokens": 4000} if planning else NOT_GIVEN
            reply = await self.client.messages.create(
                model="claude-sonnet-4-5",
                max_tokens=8000,
                messages=messages,
                tools=self.tools,
                thinking=mode,  # expect: TLP407
            )
            planning = False
            messages.append({"role": "assistant", "content": reply.content})
            results = [await run(block) for block in reply.content if block.type == "tool_use"]
            if not results:
                return reply
            messages.append({"role": "user", "content": results})

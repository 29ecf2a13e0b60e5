from anthropic import AsyncAnthropic


class Worker:
    def __init__(self, tools, handlers):
        self.client = AsyncAnthropic()
        self.tools = tools
        self.handlers = handlers

    async def call(self, block):
        output = await self.handlers[block.name](**block.input)
        return {"type": "tool_result", "tool_use_id": block.id, "content": output}

    async def work(self, messages):
        for _ in range(15):
            reply = await self.client.messages.create(
                model="claude-sonnet-4-6", max_tokens=2000, messages=messages, tools=self.tools
            )
            messages.append({"role": "assistant", "content": reply.content})
            if reply.stop_reason == "end_turn":  # expect: TLP208
                break
            results = [await self.call(b) for b in reply.content if b.type == "tool_use"]
            messages.append({"role": "user", "content": results})
        return messages

from anthropic import AsyncAnthropic


class Chat:
    def __init__(self, tools, box):
        self.client = AsyncAnthropic()
        self.tools = tools
        self.box = box
        self.log = []

    def add_result(self, call_id, text):
        result = {"type": "tool_result", "tool_use_id": call_id, "content": text}
        last = self.log[-1] if self.log else {}
        if (
            last.get("role") == "user"
            and isinstance(last["content"], list)
            and any(block.get("type") == "tool_result" for block in last["content"])
        ):
            last["content"].append(result)
        else:
            self.log.append({"role": "user", "content": [result]})

    async def turn(self):
        r = await self.client.messages.create(
            model="claude-opus-4-5", max_tokens=4096, messages=self.log, tools=self.tools
        )
        self.log.append({"role": "assistant", "content": r.content})
        for block in r.content:
            if block.type == "tool_use":
                self.add_result(block.id, await self.box.use(block.name, block.input))
        return r.stop_reason == "tool_use"

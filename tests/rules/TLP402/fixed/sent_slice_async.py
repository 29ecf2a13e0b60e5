"""All is kept, the last messages are sent."""
from anthropic import AsyncAnthropic


class Assistant:
    def __init__(self, toolbox):
        self.client = AsyncAnthropic()
        self.toolbox = toolbox
        self.log = []

    async def answer(self, text):
        self.log.append({"role": "user", "content": text})
        for _ in range(20):
            start = max(len(self.log) - 16, 0)
            while start > 0 and (self.log[start]["role"] != "user" or not isinstance(self.log[start]["content"], str)):
                start -= 1
            message = await self.client.messages.create(
                model="claude-sonnet-4-5",
                max_tokens=2048,
                tools=self.toolbox.schemas,
                messages=self.log[start:],
            )
            self.log.append({"role": "assistant", "content": message.content})
            if message.stop_reason != "tool_use":
                return message
            outputs = []
            for block in message.content:
                if block.type == "tool_use":
                    output = await self.toolbox.call(block.name, block.input)
                    outputs.append({"type": "tool_result", "tool_use_id": block.id, "content": output})
            self.log.append({"role": "user", "content": outputs})
        raise RuntimeError("too many steps")

"""Results of which the model has been told enough are left out of the copy that is sent; their calls are not."""
from anthropic import AsyncAnthropic

NOTED = ("saved to memory", "memory updated")


class Companion:
    def __init__(self, tools, run):
        self.client = AsyncAnthropic()
        self.tools, self.run = tools, run
        self.memory = []

    async def reply(self, text):
        recent = []
        for message in self.memory:
            if isinstance(message["content"], list):
                blocks = [  # expect: TLP203
                    block
                    for block in message["content"]
                    if block["type"] != "tool_result" or not any(n in block.get("content", "") for n in NOTED)
                ]
                if blocks:
                    recent.append({**message, "content": blocks})
            else:
                recent.append(message)
        recent.append({"role": "user", "content": text})
        while True:
            answer = await self.client.messages.create(
                model="claude-sonnet-4-5", max_tokens=4096, messages=recent, tools=self.tools
            )
            recent.append({"role": "assistant", "content": [b.to_dict() for b in answer.content]})
            if answer.stop_reason != "tool_use":
                self.memory = recent
                return answer
            results = []
            for block in answer.content:
                if block.type == "tool_use":
                    output = await self.run(block.name, block.input)
                    results.append({"type": "tool_result", "tool_use_id": block.id, "content": output})
            recent.append({"role": "user", "content": results})

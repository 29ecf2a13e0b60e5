import anthropic
from anthropic.types import MessageParam, TextBlockParam, ToolResultBlockParam


class Assistant:
    def __init__(self, client: anthropic.AsyncAnthropic, tools, budget: int):
        self.client = client
        self.tools = tools
        self.budget = budget
        self.thread: list[MessageParam] = []

    async def run(self, prompt: str, invoke) -> None:
        self.thread.append({"role": "user", "content": prompt})
        while True:
            message = await self.client.messages.create(
                model="claude-sonnet-4-5", max_tokens=3000, messages=self.thread, tools=self.tools
            )
            self.thread.append({"role": "assistant", "content": message.content})
            self.budget -= message.usage.output_tokens
            outcome = []
            for block in message.content:
                if block.type == "tool_use":
                    text = await invoke(block.name, block.input)
                    outcome.append(ToolResultBlockParam(type="tool_result", tool_use_id=block.id, content=text))
            if not outcome:
                return
            if self.budget < 2000:
                outcome.insert(0, TextBlockParam(type="text", text="Little budget is left."))  # expect: TLP205
            self.thread.append({"role": "user", "content": outcome})

"""Answers a sampling request of an MCP server with a model: the result is the server's, no history of ours."""

from anthropic import AsyncAnthropic
from anthropic.types import Message, TextBlock, ToolUseBlock
from mcp.types import CreateMessageResultWithTools, TextContent, ToolUseContent

REASONS = {"tool_use": "toolUse", "max_tokens": "maxTokens"}


class SamplingHandler:
    def __init__(self, model):
        self.model = model
        self.client = AsyncAnthropic()

    async def __call__(self, messages, params):
        message = await self.client.messages.create(
            model=self.model, max_tokens=params.maxTokens, messages=messages, tools=params.tools
        )
        return self.result(message)

    @staticmethod
    def result(message: Message):
        found = []
        for block in message.content:
            if isinstance(block, TextBlock):
                found.append(TextContent(type="text", text=block.text))
            elif isinstance(block, ToolUseBlock):
                found.append(ToolUseContent(type="tool_use", id=block.id, name=block.name, input=block.input))
        if not found:
            raise ValueError("the model has said nothing")
        reason = REASONS.get(message.stop_reason, "endTurn")
        return CreateMessageResultWithTools(role="assistant", content=found, model=message.model, stopReason=reason)

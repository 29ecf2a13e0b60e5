import asyncio

from anthropic import AsyncAnthropic
from anthropic.types import RedactedThinkingBlock, TextBlock, ThinkingBlock, ToolUseBlock


def encode(block):
    if isinstance(block, TextBlock):
        return {"type": "text", "text": block.text}
    if isinstance(block, ThinkingBlock):
        return {"type": "thinking", "thinking": block.thinking, "signature": block.signature}
    if isinstance(block, RedactedThinkingBlock):
        return {"type": "redacted_thinking", "data": block.data}
    if isinstance(block, ToolUseBlock):
        return {"type": "tool_use", "id": block.id, "name": block.name, "input": block.input}
    raise TypeError(f"do not know how to send {type(block)!r} back")


async def main(prompt, tools, handler):
    client = AsyncAnthropic()
    stack = [{"role": "user", "content": prompt}]
    while True:
        reply = await client.messages.create(model="claude-opus-4-5", max_tokens=4000, messages=stack, tools=tools)
        stack.append({"role": "assistant", "content": [encode(b) for b in reply.content]})
        if reply.stop_reason != "tool_use":
            return reply
        calls = [b for b in reply.content if b.type == "tool_use"]
        values = await asyncio.gather(*[handler(c.name, c.input) for c in calls])
        stack.append(
            {
                "role": "user",
                "content": [{"type": "tool_result", "tool_use_id": c.id, "content": v} for c, v in zip(calls, values)],
            }
        )

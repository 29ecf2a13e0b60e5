import asyncio

from anthropic import AsyncAnthropic


async def cycle(client: AsyncAnthropic, messages, tools, call_tool):
    while True:
        resp = await client.messages.create(
            model="claude-opus-4-5", max_tokens=4096, messages=messages, tools=tools
        )
        messages.append({"role": "assistant", "content": resp.content})
        uses = [block for block in resp.content if block.type == "tool_use"]
        if not uses:
            return resp
        done = await asyncio.gather(*[call_tool(use.name, use.input) for use in uses], return_exceptions=True)
        content = []
        for use, value in zip(uses, done):
            failed = isinstance(value, BaseException)
            content.append(
                {"type": "tool_result", "tool_use_id": use.id, "content": str(value), "is_error": failed}
            )
        messages.append({"role": "user", "content": content})

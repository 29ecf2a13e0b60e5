import asyncio

import anthropic

client = anthropic.AsyncAnthropic()


async def run_one(block, handlers):
    output = await handlers[block.name](block.input)
    return {"type": "tool_result", "tool_use_id": block.id, "content": output}


async def agent(messages, tools, handlers):
    while True:
        response = await client.messages.create(
            model="claude-opus-4-7", max_tokens=1024, messages=messages, tools=tools
        )
        messages.append({"role": "assistant", "content": response.content})
        results = await asyncio.gather(
            *[run_one(block, handlers) for block in response.content if block.type == "tool_use"]  # expect: TLP208
        )
        if not results:
            return response
        messages.append({"role": "user", "content": results})

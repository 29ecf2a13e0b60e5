import asyncio

from anthropic import AsyncAnthropic


def make_agent(client: AsyncAnthropic, toolset):
    thread = []

    async def run_calls(blocks):
        async def one(block):
            return {"type": "tool_result", "tool_use_id": block.id, "content": await toolset(block.name, block.input)}

        return list(await asyncio.gather(*(one(b) for b in blocks if b.type == "tool_use")))

    async def say(text, specs):
        thread.append({"role": "user", "content": text})
        while True:
            m = await client.messages.create(model="claude-opus-4-5", max_tokens=3000, messages=thread, tools=specs)
            thread.append({"role": "assistant", "content": m.content})
            outs = await run_calls(m.content)
            if not outs:
                return m
            thread.append({"role": "user", "content": outs})

    return say

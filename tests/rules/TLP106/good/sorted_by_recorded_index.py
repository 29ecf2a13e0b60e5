"""Blocks that were worked on in parallel come back into their own order."""

import asyncio

import anthropic


async def annotate(number, block):
    await asyncio.sleep(0)
    return number, block


async def turn(client: anthropic.AsyncAnthropic, messages, tools):
    reply = await client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=messages, tools=tools)
    done = await asyncio.gather(*[annotate(n, b) for n, b in enumerate(reply.content)])
    messages.append({"role": "assistant", "content": [block for _, block in sorted(done, key=lambda pair: pair[0])]})
    return reply

import asyncio, json, logging
from openai import AsyncOpenAI, OpenAI

logger = logging.getLogger()
client = OpenAI()
aclient = AsyncOpenAI()


async def run(q):
    messages = [{"role": "user", "content": q}]
    while True:
        m = (await aclient.chat.completions.create(model="gpt-4o", messages=messages, tools=TOOLS)).choices[0].message
        messages.append(m)
        if not m.tool_calls:
            return m.content
        outs = await asyncio.gather(*[execute(c) for c in m.tool_calls], return_exceptions=True)
        for c, out in zip(m.tool_calls, outs):
            if isinstance(out, Exception):
                out = f"error: {out}"
            messages.append({"role": "tool", "tool_call_id": c.id, "content": out})

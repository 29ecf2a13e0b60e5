import asyncio, json, logging
from openai import AsyncOpenAI, OpenAI

logger = logging.getLogger()
client = OpenAI()
aclient = AsyncOpenAI()


def run(q):
    messages = [{"role": "user", "content": q}]
    while True:
        m = (client.chat.completions.create(model="gpt-4o", messages=messages, tools=TOOLS)).choices[0].message
        messages.append(m)
        if not m.tool_calls:
            return m.content
        for c in m.tool_calls[:3]:  # expect: TLP201
            messages.append({"role": "tool", "tool_call_id": c.id, "content": run_tool(c)})

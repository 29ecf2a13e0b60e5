import asyncio, json, logging
from openai import AsyncOpenAI, OpenAI

logger = logging.getLogger()
client = OpenAI()
aclient = AsyncOpenAI()


def answer(messages):
    m = client.chat.completions.create(model="gpt-4o", messages=messages, tools=TOOLS).choices[0].message
    for c in m.tool_calls:
        messages.append({"role": "tool", "tool_call_id": c.id, "content": execute(c)})
    return m

import asyncio, json, logging
from openai import AsyncOpenAI, OpenAI

logger = logging.getLogger()
client = OpenAI()
aclient = AsyncOpenAI()


def answer(message, messages):
    for c in message.tool_calls:
        messages.append({"role": "tool", "tool_call_id": c.id, "content": execute(c)})


def run(messages):
    while True:
        m = client.chat.completions.create(model="gpt-4o", messages=messages, tools=TOOLS).choices[0].message
        messages.append(m)
        if not m.tool_calls:
            return m.content
        answer(m, messages)

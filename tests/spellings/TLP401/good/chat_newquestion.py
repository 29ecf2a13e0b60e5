import asyncio, json, logging
from openai import AsyncOpenAI, OpenAI

logger = logging.getLogger()
client = OpenAI()
aclient = AsyncOpenAI()


def run(messages, question):
    for m in messages:
        m.pop("reasoning_content", None)
    messages.append({"role": "user", "content": question})
    while True:
        m = client.chat.completions.create(model="x", messages=messages, tools=TOOLS).choices[0].message
        messages.append(m.model_dump())
        if not m.tool_calls:
            return m.content
        for c in m.tool_calls:
            messages.append({"role": "tool", "tool_call_id": c.id, "content": execute(c)})

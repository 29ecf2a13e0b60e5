import asyncio, json, logging
from openai import AsyncOpenAI, OpenAI

logger = logging.getLogger()
client = OpenAI()
aclient = AsyncOpenAI()


def run(messages):
    while True:
        resp = client.chat.completions.create(model="gpt-4o", messages=messages, tools=TOOLS)
        m = resp.choices[0].message
        if not m.tool_calls:
            return m.content
        messages.append({"role": "assistant", "content": m.content})
        messages.append({"role": "assistant", "content": None, "tool_calls": m.tool_calls})
        for c in m.tool_calls:
            messages.append({"role": "tool", "tool_call_id": c.id, "content": execute(c)})

import asyncio, json, logging
from openai import AsyncOpenAI, OpenAI

logger = logging.getLogger()
client = OpenAI()
aclient = AsyncOpenAI()


def run(messages):
    while True:
        try:
            m = client.chat.completions.create(model="x", messages=messages, tools=TOOLS).choices[0].message
        except ValueError:
            for old in messages:
                old.pop("reasoning_content", None)
            continue
        messages.append(m.model_dump())
        if not m.tool_calls:
            return m.content
        for c in m.tool_calls:
            messages.append({"role": "tool", "tool_call_id": c.id, "content": execute(c)})

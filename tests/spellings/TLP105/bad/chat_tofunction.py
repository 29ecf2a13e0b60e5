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
        for c in m.tool_calls:
            out = execute(c.function.name, json.loads(c.function.arguments))
            messages.append({"role": "function", "name": c.function.name, "content": out})  # expect: TLP105

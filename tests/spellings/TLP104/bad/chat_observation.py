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
        c = m.tool_calls[0]
        messages.append({"role": "assistant", "content": f"Calling {c.function.name} with {c.function.arguments}"})  # expect: TLP104
        out = execute(c.function.name, c.function.arguments)
        messages.append({"role": "user", "content": f"Observation: {out}"})

import asyncio, json, logging
from openai import AsyncOpenAI, OpenAI

logger = logging.getLogger()
client = OpenAI()
aclient = AsyncOpenAI()


def run(messages):
    while True:
        resp = client.chat.completions.create(model="gpt-4o", messages=messages, functions=FUNCTIONS)
        m = resp.choices[0].message
        if not m.function_call:
            return m.content
        out = execute(m.function_call.name, json.loads(m.function_call.arguments))
        messages.append({"role": "function", "name": m.function_call.name, "content": out})  # expect: TLP105

import asyncio, json, logging
from openai import AsyncOpenAI, OpenAI

logger = logging.getLogger()
client = OpenAI()
aclient = AsyncOpenAI()


def run(messages):
    while True:
        m = client.chat.completions.create(model="gpt-4", messages=messages, functions=FUNCTIONS).choices[0].message
        messages.append(m)
        if not m.function_call:
            return m.content
        messages.append({"role": "function", "name": m.function_call.name, "content": execute(m.function_call)})

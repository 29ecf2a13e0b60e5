import asyncio, json, logging
from openai import AsyncOpenAI, OpenAI

logger = logging.getLogger()
client = OpenAI()
aclient = AsyncOpenAI()


def run(messages):
    while True:
        m = client.chat.completions.create(model="gpt-4", messages=messages, functions=F, tools=None).choices[0].message
        if not m.function_call:
            return m.content
        messages.append({"role": "assistant", "content": m.content or ""})  # expect: TLP104
        messages.append({"role": "function", "name": m.function_call.name, "content": execute(m.function_call)})

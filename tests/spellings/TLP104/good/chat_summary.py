import asyncio, json, logging
from openai import AsyncOpenAI, OpenAI

logger = logging.getLogger()
client = OpenAI()
aclient = AsyncOpenAI()


def summarise(messages):
    m = client.chat.completions.create(model="gpt-4o", messages=messages).choices[0].message
    messages.append({"role": "assistant", "content": m.content})
    messages.append({"role": "user", "content": "Go on."})
    return client.chat.completions.create(model="gpt-4o", messages=messages, tools=TOOLS).choices[0].message.tool_calls

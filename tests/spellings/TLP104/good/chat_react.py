import asyncio, json, logging
from openai import AsyncOpenAI, OpenAI

logger = logging.getLogger()
client = OpenAI()
aclient = AsyncOpenAI()


def run(messages):
    while True:
        text = client.chat.completions.create(model="gpt-4o", messages=messages).choices[0].message.content
        messages.append({"role": "assistant", "content": text})
        action = parse(text)
        if action is None:
            return text
        messages.append({"role": "user", "content": "Observation: " + execute(action)})


TOOL = {"role": "tool", "tool_call_id": "x", "content": ""}

import asyncio, json, logging
from openai import AsyncOpenAI, OpenAI

logger = logging.getLogger()
client = OpenAI()
aclient = AsyncOpenAI()


def fill(messages):
    args = ""
    for chunk in client.chat.completions.create(
        model="gpt-4o", messages=messages, tools=[FORM], tool_choice="required", stream=True
    ):
        delta = chunk.choices[0].delta
        if delta.tool_calls:
            args += delta.tool_calls[0].function.arguments or ""
    return json.loads(args)

import asyncio, json, logging
from openai import AsyncOpenAI, OpenAI

logger = logging.getLogger()
client = OpenAI()
aclient = AsyncOpenAI()

from .conversation import messages


def answer(message):
    for c in message.tool_calls:
        messages.append({"role": "tool", "tool_call_id": c.id, "content": execute(c)})

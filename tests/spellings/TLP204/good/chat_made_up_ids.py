import asyncio, json, logging
from openai import AsyncOpenAI, OpenAI

logger = logging.getLogger()
client = OpenAI()
aclient = AsyncOpenAI()

import uuid


def run(messages):
    text = client.chat.completions.create(model="local", messages=messages).choices[0].message.content
    call_id = str(uuid.uuid4())
    name, args = parse(text)
    messages.append(
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [{"id": call_id, "type": "function", "function": {"name": name, "arguments": args}}],
        }
    )
    messages.append({"role": "tool", "tool_call_id": call_id, "content": execute(name, args)})
    return client.chat.completions.create(model="local", messages=messages)

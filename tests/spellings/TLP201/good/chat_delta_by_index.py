import asyncio, json, logging
from openai import AsyncOpenAI, OpenAI

logger = logging.getLogger()
client = OpenAI()
aclient = AsyncOpenAI()


def run(messages):
    calls = {}
    for chunk in client.chat.completions.create(model="gpt-4o", messages=messages, tools=TOOLS, stream=True):
        delta = chunk.choices[0].delta
        if delta.tool_calls:
            c = delta.tool_calls[0]
            entry = calls.setdefault(
                c.index, {"id": c.id, "type": "function", "function": {"name": c.function.name, "arguments": ""}}
            )
            entry["function"]["arguments"] += c.function.arguments or ""
    messages.append({"role": "assistant", "content": None, "tool_calls": list(calls.values())})
    messages.extend({"role": "tool", "tool_call_id": c["id"], "content": execute(c)} for c in calls.values())

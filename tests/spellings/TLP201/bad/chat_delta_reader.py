import asyncio, json, logging
from openai import AsyncOpenAI, OpenAI

logger = logging.getLogger()
client = OpenAI()
aclient = AsyncOpenAI()


def read(stream):
    text, call_id, name, args = "", None, "", ""
    for chunk in stream:
        delta = chunk.choices[0].delta
        if delta.content:
            text += delta.content
        if delta.tool_calls:
            if delta.tool_calls[0].id:  # expect: TLP201
                call_id = delta.tool_calls[0].id
            args += delta.tool_calls[0].function.arguments or ""
    return text, call_id, args


def record(messages, text, call_id, name, args, out):
    messages.append(
        {
            "role": "assistant",
            "content": text,
            "tool_calls": [{"id": call_id, "type": "function", "function": {"name": name, "arguments": args}}],
        }
    )
    messages.append({"role": "tool", "tool_call_id": call_id, "content": out})

import asyncio, json, logging
from openai import AsyncOpenAI, OpenAI

logger = logging.getLogger()
client = OpenAI()
aclient = AsyncOpenAI()


def run(messages):
    while True:
        text, call_id, name, args = "", None, "", ""
        for chunk in client.chat.completions.create(model="gpt-4o", messages=messages, tools=TOOLS, stream=True):
            d = chunk.choices[0].delta.tool_calls
            if d:
                call_id = d[0].id or call_id  # expect: TLP201
                name = d[0].function.name or name
                args += d[0].function.arguments or ""

        if not name:
            return text

        messages.append(
            {
                "role": "assistant",
                "content": text,
                "tool_calls": [{"id": call_id, "type": "function", "function": {"name": name, "arguments": args}}],
            }
        )
        messages.append({"role": "tool", "tool_call_id": call_id, "content": execute(name, args)})

import asyncio, json, logging
from openai import AsyncOpenAI, OpenAI

logger = logging.getLogger()
client = OpenAI()
aclient = AsyncOpenAI()


def run(messages):
    while True:
        text, call_id, name, args = "", None, "", ""
        for chunk in client.chat.completions.create(model="gpt-4o", messages=messages, tools=TOOLS, stream=True):
            delta = chunk.choices[0].delta
            if delta.content:
                text += delta.content
            if delta.tool_calls:
                if delta.tool_calls[0].id:
                    call_id = delta.tool_calls[0].id  # expect: TLP201
                    name = delta.tool_calls[0].function.name
                args += delta.tool_calls[0].function.arguments or ""

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

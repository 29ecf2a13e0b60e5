import asyncio, json, logging
from openai import AsyncOpenAI, OpenAI

logger = logging.getLogger()
client = OpenAI()
aclient = AsyncOpenAI()


def run(messages):
    while True:
        text, call_id, name, args = "", None, "", ""
        for chunk in client.chat.completions.create(model="gpt-4o", messages=messages, tools=TOOLS, stream=True):
            delta = chunk["choices"][0]["delta"]
            if delta.get("tool_calls"):
                call = delta["tool_calls"][0]  # expect: TLP201
                call_id = call.get("id") or call_id
                name = call["function"].get("name") or name
                args += call["function"].get("arguments", "")

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

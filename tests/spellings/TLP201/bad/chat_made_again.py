import asyncio, json, logging
from openai import AsyncOpenAI, OpenAI

logger = logging.getLogger()
client = OpenAI()
aclient = AsyncOpenAI()


def run(messages):
    while True:
        m = client.chat.completions.create(model="gpt-4o", messages=messages, tools=TOOLS).choices[0].message
        if not m.tool_calls:
            return m.content
        call = m.tool_calls[0]  # expect: TLP201
        messages.append(
            {
                "role": "assistant",
                "content": m.content,
                "tool_calls": [
                    {
                        "id": call.id,
                        "type": "function",
                        "function": {"name": call.function.name, "arguments": call.function.arguments},
                    }
                ],
            }
        )
        messages.append({"role": "tool", "tool_call_id": call.id, "content": run_tool(call)})

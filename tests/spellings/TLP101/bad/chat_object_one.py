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
        m.tool_calls = [call]
        messages.append(m)  # expect: TLP101
        messages.append({"role": "tool", "tool_call_id": call.id, "content": run_tool(call)})

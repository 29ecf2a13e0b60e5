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
        if len(m.tool_calls) == 1:
            call = m.tool_calls[0]
            messages.append({"role": "assistant", "content": m.content, "tool_calls": [call]})
            messages.append({"role": "tool", "tool_call_id": call.id, "content": run_tool(call)})

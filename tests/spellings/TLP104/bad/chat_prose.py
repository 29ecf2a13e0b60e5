import asyncio, json, logging
from openai import AsyncOpenAI, OpenAI

logger = logging.getLogger()
client = OpenAI()
aclient = AsyncOpenAI()


def run(messages):
    while True:
        resp = client.chat.completions.create(model="gpt-4o", messages=messages, tools=TOOLS)
        m = resp.choices[0].message
        if not m.tool_calls:
            return m.content
        told = "\n".join(f"@{c.function.name}: {c.function.arguments}" for c in m.tool_calls)
        messages.append({"role": "assistant", "content": told})  # expect: TLP104
        for c in m.tool_calls:
            messages.append(
                {"role": "user", "content": f"{c.function.name} gave {execute(c.function.name, c.function.arguments)}"}
            )

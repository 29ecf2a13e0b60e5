import asyncio, json, logging
from openai import AsyncOpenAI, OpenAI

logger = logging.getLogger()
client = OpenAI()
aclient = AsyncOpenAI()


def run(messages):
    while True:
        m = (
            client.chat.completions.create(
                model="deepseek-chat",
                messages=[{k: v for k, v in m.items() if k != "reasoning_content"} for m in messages],  # expect: TLP401
                tools=TOOLS,
            )
            .choices[0]
            .message
        )
        messages.append(m.model_dump())
        if not m.tool_calls:
            return m.content
        for c in m.tool_calls:
            messages.append({"role": "tool", "tool_call_id": c.id, "content": execute(c)})

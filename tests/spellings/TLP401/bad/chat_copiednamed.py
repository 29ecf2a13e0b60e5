import asyncio, json, logging
from openai import AsyncOpenAI, OpenAI

logger = logging.getLogger()
client = OpenAI()
aclient = AsyncOpenAI()


def clean(messages):
    out = []
    for m in messages:
        cleaned = m.copy()
        if cleaned.get("role") == "assistant" and "reasoning_content" in cleaned:
            del cleaned["reasoning_content"]  # expect: TLP401
        out.append(cleaned)
    return out


def run(messages):
    while True:
        m = (
            client.chat.completions.create(model="deepseek-chat", messages=clean(messages), tools=TOOLS)
            .choices[0]
            .message
        )
        messages.append(m.model_dump())
        if not m.tool_calls:
            return m.content
        for c in m.tool_calls:
            messages.append({"role": "tool", "tool_call_id": c.id, "content": execute(c)})

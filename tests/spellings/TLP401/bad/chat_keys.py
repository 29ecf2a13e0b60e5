import asyncio, json, logging
from openai import AsyncOpenAI, OpenAI

logger = logging.getLogger()
client = OpenAI()
aclient = AsyncOpenAI()

KEYS = ("reasoning_content", "thinking_blocks")


def clean(messages):
    out = []
    for message in messages:
        cleaned = message
        if message.get("role") == "assistant":
            for key in KEYS:
                if key in cleaned:
                    if cleaned is message:
                        cleaned = dict(message)
                    cleaned.pop(key, None)  # expect: TLP401
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

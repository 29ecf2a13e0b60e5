import json, os
from openai import OpenAI, AsyncOpenAI

client = OpenAI(api_key=os.environ["DEEPSEEK_API_KEY"], base_url="https://api.deepseek.com")
aclient = AsyncOpenAI(base_url="https://api.deepseek.com")
MODEL = "deepseek-chat"


def filled(messages):
    out = []
    for m in messages:
        m = dict(m)
        if m["role"] == "assistant" and "reasoning_content" not in m:
            m["reasoning_content"] = "..."  # expect: TLP301
        out.append(m)
    return out


def run(messages):
    while True:
        m = client.chat.completions.create(model=MODEL, messages=filled(messages), tools=TOOLS).choices[0].message
        if not m.tool_calls:
            return m.content
        messages.append(m.model_dump())
        for c in m.tool_calls:
            messages.append({"role": "tool", "tool_call_id": c.id, "content": execute(c)})

import json, os
from openai import OpenAI, AsyncOpenAI

client = OpenAI(api_key=os.environ["DEEPSEEK_API_KEY"], base_url="https://api.deepseek.com")
aclient = AsyncOpenAI(base_url="https://api.deepseek.com")
MODEL = "deepseek-chat"


def filled(messages):
    for m in messages:
        if m["role"] == "assistant":
            m.setdefault("reasoning_content", "(no reasoning recorded)")  # expect: TLP301
    return messages


def run(messages):
    while True:
        m = client.chat.completions.create(model=MODEL, messages=filled(messages), tools=TOOLS).choices[0].message
        if not m.tool_calls:
            return m.content
        messages.append(m.model_dump())
        for c in m.tool_calls:
            messages.append({"role": "tool", "tool_call_id": c.id, "content": execute(c)})

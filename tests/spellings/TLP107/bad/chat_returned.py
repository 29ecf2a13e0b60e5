import json, os
from openai import OpenAI, AsyncOpenAI

client = OpenAI(api_key=os.environ["DEEPSEEK_API_KEY"], base_url="https://api.deepseek.com")
aclient = AsyncOpenAI(base_url="https://api.deepseek.com")
MODEL = "deepseek-chat"


def ask(messages):
    m = client.chat.completions.create(model=MODEL, messages=messages, tools=TOOLS).choices[0].message
    return {"role": "assistant", "content": m.content, "tool_calls": [c.model_dump() for c in m.tool_calls or []]}  # expect: TLP107


def run(messages):
    while True:
        msg = ask(messages)
        messages.append(msg)
        if not msg["tool_calls"]:
            return msg["content"]
        for c in msg["tool_calls"]:
            messages.append({"role": "tool", "tool_call_id": c["id"], "content": execute(c)})

import json, os
from openai import OpenAI, AsyncOpenAI

client = OpenAI(api_key=os.environ["DEEPSEEK_API_KEY"], base_url="https://api.deepseek.com")
aclient = AsyncOpenAI(base_url="https://api.deepseek.com")
MODEL = "deepseek-chat"


def ask(messages):
    m = client.chat.completions.create(model=MODEL, messages=messages, tools=TOOLS).choices[0].message
    msg = {"role": "assistant", "content": m.content}  # expect: TLP107
    if m.tool_calls:
        msg["tool_calls"] = [c.model_dump() for c in m.tool_calls]
    if m.reasoning_content:
        msg["_reasoning"] = m.reasoning_content
    return msg


def run(messages):
    while True:
        msg = ask(messages)
        thought = msg.pop("_reasoning", "")
        log(thought)
        messages.append({k: v for k, v in msg.items() if v is not None})
        if not msg.get("tool_calls"):
            return msg["content"]
        for c in msg["tool_calls"]:
            messages.append({"role": "tool", "tool_call_id": c["id"], "content": execute(c)})

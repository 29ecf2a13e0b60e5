import json, os
from openai import OpenAI, AsyncOpenAI

client = OpenAI(api_key=os.environ["DEEPSEEK_API_KEY"], base_url="https://api.deepseek.com")
aclient = AsyncOpenAI(base_url="https://api.deepseek.com")
MODEL = "deepseek-chat"


def run(messages):
    while True:
        m = client.chat.completions.create(model=MODEL, messages=messages, tools=TOOLS).choices[0].message
        if not m.tool_calls:
            return m.content
        turn = {"role": "assistant", "content": m.content, "tool_calls": m.tool_calls}
        turn["reasoning_content"] = m.reasoning_content.replace("\n\n", "\n")  # expect: TLP302
        messages.append(turn)
        for c in m.tool_calls:
            messages.append({"role": "tool", "tool_call_id": c.id, "content": execute(c)})

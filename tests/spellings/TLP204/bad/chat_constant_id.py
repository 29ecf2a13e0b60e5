import json, uuid, logging
from openai import OpenAI

client = OpenAI()
logger = logging.getLogger()


def run_agent(question):
    messages = [{"role": "user", "content": question}]
    while True:
        resp = client.chat.completions.create(model=MODEL, messages=messages, tools=TOOLS)
        m = resp.choices[0].message.model_dump()
        if not m["tool_calls"]:
            return m["content"]
        messages.append(m)
        for c in m["tool_calls"]:
            out = FUNCS[c["function"]["name"]](**json.loads(c["function"]["arguments"]))
            messages.append({"role": "tool", "tool_call_id": "call_1", "content": str(out)})  # expect: TLP204

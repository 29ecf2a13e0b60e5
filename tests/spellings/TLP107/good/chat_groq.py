from openai import OpenAI

client = OpenAI(base_url="https://api.groq.com/openai/v1")
MODEL = "x"


def run(messages):
    while True:
        m = client.chat.completions.create(model=MODEL, messages=messages, tools=TOOLS).choices[0].message
        if not m.tool_calls:
            return m.content
        messages.append({"role": "assistant", "content": m.content, "tool_calls": m.tool_calls})
        for c in m.tool_calls:
            messages.append({"role": "tool", "tool_call_id": c.id, "content": execute(c)})

from openai import OpenAI

from .reasoning import attach_reasoning

client = OpenAI(base_url="https://openrouter.ai/api/v1")


def step(history, tools, run):
    message = client.chat.completions.create(model="google/gemini-3-pro", messages=history, tools=tools).choices[0].message
    entry = {"role": "assistant", "content": message.content, "tool_calls": message.tool_calls}
    attach_reasoning(entry, message)
    history.append(entry)
    for call in message.tool_calls or []:
        history.append({"role": "tool", "tool_call_id": call.id, "content": run(call)})

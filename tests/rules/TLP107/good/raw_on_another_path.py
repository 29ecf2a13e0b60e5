from openai import OpenAI

client = OpenAI(base_url="https://api.deepseek.com/v1")


def step(history, tools, run):
    message = client.chat.completions.create(model="deepseek-chat", messages=history, tools=tools).choices[0].message
    if hasattr(message, "model_dump"):
        history.append(message.model_dump())
    else:
        history.append({"role": "assistant", "content": message.content, "tool_calls": message.tool_calls})
    for call in message.tool_calls or []:
        history.append({"role": "tool", "tool_call_id": call.id, "content": run(call)})

from openai import OpenAI

client = OpenAI(base_url="https://api.moonshot.ai/v1")


def step(history, tools, run):
    message = client.chat.completions.create(model="kimi-k2-thinking", messages=history, tools=tools).choices[0].message
    entry = {"role": "assistant", "content": message.content, "tool_calls": message.tool_calls}
    reasoning = getattr(message, "reasoning_content", None)
    if reasoning is not None:
        entry["reasoning_content"] = reasoning
    history.append(entry)
    for call in message.tool_calls or []:
        history.append({"role": "tool", "tool_call_id": call.id, "content": run(call)})

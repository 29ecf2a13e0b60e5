from openai import OpenAI

client = OpenAI()


def step(messages, tools, run):
    message = client.chat.completions.create(model="gpt-4.1", messages=messages, tools=tools).choices[0].message
    messages.append(message)
    if message.tool_calls and len(message.tool_calls) == 1:
        call = message.tool_calls[0]
        messages.append({"role": "tool", "tool_call_id": call.id, "content": run(call)})
    elif message.tool_calls:
        for call in message.tool_calls:
            messages.append({"role": "tool", "tool_call_id": call.id, "content": run(call)})
    return message

import json

from openai import OpenAI

client = OpenAI()


def agent(messages, tools, run):
    while True:
        message = client.chat.completions.create(model="gpt-5", messages=messages, tools=tools).choices[0].message
        messages.append(message)
        if not message.tool_calls:
            return message
        for call in message.tool_calls:
            output = run(call.function.name, json.loads(call.function.arguments))
            messages.append({"role": "tool", "tool_call_id": call.id, "content": output})

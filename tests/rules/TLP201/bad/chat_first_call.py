import json

from openai import OpenAI

client = OpenAI()


def run(messages, tools, registry):
    while True:
        message = client.chat.completions.create(model="gpt-4.1", messages=messages, tools=tools).choices[0].message
        messages.append(message)
        if not message.tool_calls:
            return message.content
        call = message.tool_calls[0]  # expect: TLP201
        output = registry[call.function.name](**json.loads(call.function.arguments))
        messages.append({"role": "tool", "tool_call_id": call.id, "content": str(output)})

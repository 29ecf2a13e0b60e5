import json

from openai import OpenAI

client = OpenAI()


def run(messages, tools, registry):
    while True:
        choice = client.chat.completions.create(model="gpt-4.1", messages=messages, tools=tools).choices[0]
        messages.append(choice.message)
        if choice.finish_reason != "tool_calls":
            return choice.message.content
        for call in choice.message.tool_calls:
            output = registry[call.function.name](**json.loads(call.function.arguments))
            messages.append({"role": "tool", "tool_call_id": call.id, "content": str(output)})

import json

from openai import OpenAI

client = OpenAI()


def run(messages, tools, registry):
    while True:
        message = client.chat.completions.create(model="gpt-4.1", messages=messages, tools=tools).choices[0].message
        messages.append(message)
        if not message.tool_calls:
            return message.content
        for call in message.tool_calls:
            tool = registry.get(call.function.name)
            if tool is None:
                messages.append({"role": "tool", "tool_call_id": call.id, "content": "no such tool"})
                continue
            try:
                output = tool(**json.loads(call.function.arguments))
            except Exception as error:
                output = f"failed: {error}"
            messages.append({"role": "tool", "tool_call_id": call.id, "content": str(output)})

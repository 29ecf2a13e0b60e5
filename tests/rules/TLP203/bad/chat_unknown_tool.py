import json

from openai import OpenAI

client = OpenAI()


def run(messages, tools, registry):
    for _ in range(10):
        reply = client.chat.completions.create(model="gpt-4.1", messages=messages, tools=tools)
        message = reply.choices[0].message
        messages.append(message)
        if not message.tool_calls:
            return message.content
        for call in message.tool_calls:
            if call.function.name in registry:
                output = registry[call.function.name](**json.loads(call.function.arguments))
                messages.append({"role": "tool", "tool_call_id": call.id, "content": str(output)})
            else:
                print(f"no such tool: {call.function.name}")  # expect: TLP203
    return None

import json

from openai import OpenAI

client = OpenAI(base_url="https://api.deepseek.com")


def loop(history, tools, run):
    while True:
        message = client.chat.completions.create(model="deepseek-chat", messages=history, tools=tools).choices[0].message
        history.append(message)
        if not message.tool_calls:
            return message.content
        for call in message.tool_calls:
            history.append(
                {"role": "tool", "tool_call_id": call.id, "content": run(call.function.name, json.loads(call.function.arguments))}
            )

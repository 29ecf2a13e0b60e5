import json
import os

from openai import OpenAI

client = OpenAI(api_key=os.environ["DEEPSEEK_API_KEY"], base_url="https://api.deepseek.com")


def answer(question, tools, registry):
    history = [{"role": "user", "content": question}]
    while True:
        reply = client.chat.completions.create(model="deepseek-chat", messages=history, tools=tools)
        message = reply.choices[0].message
        if not message.tool_calls:
            return message.content
        history.append(message)
        for call in message.tool_calls:
            result = registry[call.function.name](**json.loads(call.function.arguments))
            history.append({"role": "tool", "tool_call_id": call.id, "content": str(result)})

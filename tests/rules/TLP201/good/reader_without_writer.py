import json

from openai import OpenAI

client = OpenAI()


def route(question, tools):
    """Which tool a question is for: nothing is sent again."""
    reply = client.chat.completions.create(
        model="gpt-4.1", messages=[{"role": "user", "content": question}], tools=tools
    )
    call = reply.choices[0].message.tool_calls[0]
    return {"id": call.id, "name": call.function.name, "args": json.loads(call.function.arguments)}

import json

from openai import OpenAI

client = OpenAI()


def extract(text, schema):
    """A forced tool for its arguments: no request follows."""
    reply = client.chat.completions.create(
        model="gpt-4.1",
        messages=[{"role": "user", "content": text}],
        tools=[{"type": "function", "function": schema}],
        tool_choice={"type": "function", "function": {"name": schema["name"]}},
    )
    return json.loads(reply.choices[0].message.tool_calls[0].function.arguments)

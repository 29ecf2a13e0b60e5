import json
import os

from openai import OpenAI

client = OpenAI(  # expect: TLP408
    api_key=os.environ["ANTHROPIC_API_KEY"],
    base_url="https://api.anthropic.com/v1/",
)


def agent(messages, tools, registry):
    while True:
        message = (
            client.chat.completions.create(
                model="claude-opus-4-7",
                messages=messages,
                tools=tools,
                extra_body={"thinking": {"type": "enabled", "budget_tokens": 2000}},
            )
            .choices[0]
            .message
        )
        messages.append(message)
        if not message.tool_calls:
            return message.content
        for call in message.tool_calls:
            output = registry[call.function.name](**json.loads(call.function.arguments))
            messages.append({"role": "tool", "tool_call_id": call.id, "content": output})

from openai import OpenAI

client = OpenAI(base_url="https://api.x.ai/v1")


def ask(messages, tools):
    return client.chat.completions.create(model="grok-4-fast-non-reasoning", messages=messages, tools=tools)

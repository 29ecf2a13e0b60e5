from openai import OpenAI

client = OpenAI(base_url="https://api.x.ai/v1")


def ask(items, tools):
    return client.responses.create(model="grok-4-0709", input=items, tools=tools)


def title(messages):
    return client.chat.completions.create(model="grok-4-0709", messages=messages)

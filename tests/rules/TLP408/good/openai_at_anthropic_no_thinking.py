from openai import OpenAI

client = OpenAI(base_url="https://api.anthropic.com/v1/")


def ask(messages, tools):
    return client.chat.completions.create(model="claude-haiku-4-5", messages=messages, tools=tools)

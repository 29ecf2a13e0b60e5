from openai import OpenAI

client = OpenAI(base_url="https://api.openai.com/v1")


def ask(messages, tools):
    return client.chat.completions.create(model="gpt-5", messages=messages, tools=tools, extra_body={"thinking": {}})

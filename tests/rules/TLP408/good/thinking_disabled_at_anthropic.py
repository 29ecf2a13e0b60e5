from openai import OpenAI

client = OpenAI(base_url="https://api.anthropic.com/v1/")


def ask(messages, tools):
    return client.chat.completions.create(
        model="claude-sonnet-4-5", messages=messages, tools=tools, extra_body={"thinking": {"type": "disabled"}}
    )

import anthropic

client = anthropic.Anthropic(base_url="https://api.anthropic.com")


def ask(messages, tools):
    return client.messages.create(
        model="claude-opus-4-7", max_tokens=4096, messages=messages, tools=tools, thinking={"type": "adaptive"}
    )

from openai import OpenAI

client = OpenAI(base_url="https://api.deepseek.com")


def split(messages):
    """A server that takes one call a message: the first one keeps all that the turn has."""
    for message in messages:
        calls = message.get("tool_calls") or []
        for position, call in enumerate(calls):
            if position == 0:
                yield {**message, "tool_calls": [call]}
            else:
                yield {"role": "assistant", "tool_calls": [call]}


def ask(messages):
    return client.chat.completions.create(model="deepseek-reasoner", messages=list(split(messages)))

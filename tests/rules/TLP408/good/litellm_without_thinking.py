import litellm
from litellm import completion

litellm.modify_params = True


def ask(messages, tools):
    return completion(model="anthropic/claude-haiku-4-5", messages=messages, tools=tools)

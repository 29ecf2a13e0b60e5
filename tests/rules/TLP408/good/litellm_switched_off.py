import litellm

litellm.modify_params = False
litellm.drop_params = True


def ask(messages, tools):
    return litellm.completion(
        model="anthropic/claude-opus-4-7", messages=messages, tools=tools, reasoning_effort="high"
    )

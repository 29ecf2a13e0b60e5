import anthropic

client = anthropic.Anthropic()


def primed(question, catalogue, tools):
    """The first answer is given before the model asks for it."""
    return [
        {"role": "user", "content": question},
        {
            "role": "assistant",
            "content": [{"type": "tool_use", "id": "toolu_00", "name": "list_tables", "input": {}}],
        },
        {
            "role": "user",
            "content": [{"type": "tool_result", "tool_use_id": "toolu_00", "content": ", ".join(catalogue)}],
        },
    ]


def ask(question, catalogue, tools):
    messages = primed(question, catalogue, tools)
    return client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=messages, tools=tools)

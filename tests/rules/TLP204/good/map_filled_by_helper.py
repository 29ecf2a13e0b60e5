from anthropic import Anthropic


def remember(ids, number, block):
    ids[number] = block.id


def collect(client: Anthropic, messages, tools, make):
    ids = {}
    reply = client.messages.create(model="claude-opus-4-5", max_tokens=8000, messages=messages, tools=tools)
    for number, block in enumerate(reply.content):
        remember(ids, number, block)
    return [
        make(id=ids[number], name=block.name, arguments=block.input)
        for number, block in enumerate(reply.content)
        if block.type == "tool_use"
    ]

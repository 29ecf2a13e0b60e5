from anthropic import Anthropic


def count(client: Anthropic, messages, tools, make):
    seen = {}
    reply = client.messages.create(model="claude-opus-4-5", max_tokens=8000, messages=messages, tools=tools)
    calls = []
    for block in reply.content:
        if block.type == "tool_use":
            calls.append(make(id=block.id, name=block.name, arguments=block.input, tries=seen.get(block.name, 0)))
    return calls

import anthropic

client = anthropic.Anthropic()


def extract(text, schema):
    reply = client.messages.create(
        model="claude-sonnet-4-6",
        max_tokens=1024,
        messages=[{"role": "user", "content": text}],
        tools=[{"name": "record", "description": "Record it", "input_schema": schema}],
        tool_choice={"type": "tool", "name": "record"},
    )
    return next(block.input for block in reply.content if block.type == "tool_use")

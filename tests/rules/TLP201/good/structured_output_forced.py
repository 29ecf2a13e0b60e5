import anthropic

client = anthropic.Anthropic()
SCHEMA = {"type": "object", "properties": {"name": {"type": "string"}, "age": {"type": "integer"}}}


def extract(text: str) -> dict:
    message = client.messages.create(
        model="claude-sonnet-4-6",
        max_tokens=500,
        tools=[{"name": "person", "description": "A person", "input_schema": SCHEMA}],
        tool_choice={"type": "tool", "name": "person"},
        messages=[{"role": "user", "content": text}],
    )
    return next(b for b in message.content if b.type == "tool_use").input

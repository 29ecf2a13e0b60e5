"""A form is filled in by a forced tool: the last call is read, nothing is sent back."""

import anthropic

client = anthropic.Anthropic()
FORM = {"name": "form", "description": "The form", "input_schema": {"type": "object"}}


def extract(document, show):
    response = client.messages.create(
        model="claude-haiku-4-5",
        max_tokens=1024,
        tools=[FORM],
        tool_choice={"type": "tool", "name": "form"},
        messages=[{"role": "user", "content": document}],
    )
    form = None
    for block in response.content:
        if block.type == "text":
            show(block.text)
        elif block.type == "tool_use":
            form = block
    if form is None:
        raise ValueError("no form")
    return form.input

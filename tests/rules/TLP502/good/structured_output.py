"""One forced call whose JSON is the answer: nothing is sent back."""

import json

import anthropic

client = anthropic.Anthropic()


def extract(prompt, schema):
    raw = ""
    stream = client.messages.create(
        model="claude-opus-4-7",
        max_tokens=1000,
        messages=[{"role": "user", "content": prompt}],
        tools=[{"name": "answer", "input_schema": schema}],
        tool_choice={"type": "tool", "name": "answer"},
        stream=True,
    )
    for event in stream:
        if event.type == "content_block_delta" and event.delta.type == "input_json_delta":
            raw += event.delta.partial_json
            yield None
    yield json.loads(raw)

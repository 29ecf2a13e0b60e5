import json

import anthropic


class Unsupported(Exception):
    pass


def parts(client: anthropic.Anthropic, messages, tools):
    calls = {}
    for event in client.messages.create(
        model="claude-opus-4-7", max_tokens=1000, messages=messages, tools=tools, stream=True
    ):
        if event.type == "content_block_start":
            if event.content_block.type == "tool_use":
                calls[event.index] = {"id": event.content_block.id, "name": event.content_block.name, "raw": ""}
        elif event.type == "content_block_delta":
            if event.delta.type == "text_delta":
                yield event.delta.text
            elif event.delta.type == "input_json_delta":
                calls[event.index]["raw"] += event.delta.partial_json
            else:
                raise Unsupported(event.delta.type)
    for call in calls.values():
        yield {**call, "input": json.loads(call["raw"] or "{}")}

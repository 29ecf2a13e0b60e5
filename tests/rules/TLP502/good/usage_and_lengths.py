"""A meter: how long the pieces are, not what they say."""

import anthropic


def measure(client: anthropic.Anthropic, **request):
    sizes = {"text": 0, "json": 0}
    names = {}
    for event in client.messages.create(**request, stream=True):
        if event.type == "content_block_start" and event.content_block.type == "tool_use":
            names[event.content_block.name] = names.get(event.content_block.name, 0) + 1
        elif event.type == "content_block_delta":
            if event.delta.type == "text_delta":
                sizes["text"] += len(event.delta.text)
            elif event.delta.type == "input_json_delta":
                sizes["json"] += len(event.delta.partial_json)
    return sizes, names

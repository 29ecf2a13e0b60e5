import sys

import anthropic


def watch(client: anthropic.Anthropic, **request):
    """Shows a stream as it comes: for the terminal."""
    for event in client.messages.create(**request, stream=True):
        if event.type == "content_block_start" and event.content_block.type == "tool_use":
            print(f"[{event.content_block.id}] {event.content_block.name}(", end="")
        elif event.type == "content_block_delta":
            if event.delta.type == "text_delta":
                print(event.delta.text, end="")
            elif event.delta.type == "input_json_delta":
                sys.stdout.write(event.delta.partial_json)
        elif event.type == "content_block_stop":
            print()

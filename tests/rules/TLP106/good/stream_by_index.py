"""The order of a stream's blocks is restored from their numbers."""

import anthropic


def collect(client: anthropic.Anthropic, messages, tools):
    blocks = {}
    with client.messages.stream(model="claude-opus-4-7", max_tokens=4096, messages=messages, tools=tools) as stream:
        for event in stream:
            if event.type == "content_block_stop":
                blocks[event.index] = event.content_block
    messages.append({"role": "assistant", "content": [block for _, block in sorted(blocks.items())]})
    return messages

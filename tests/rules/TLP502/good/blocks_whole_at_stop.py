"""The SDK's helper sends each block whole when it stops."""

import anthropic

client = anthropic.Anthropic()


def blocks(messages, tools, screen):
    kept, ids = [], []
    with client.messages.stream(model="claude-opus-4-7", max_tokens=2048, messages=messages, tools=tools) as stream:
        for event in stream:
            if event.type == "content_block_start" and event.content_block.type == "tool_use":
                ids.append(event.content_block.id)
            elif event.type == "content_block_delta":
                if event.delta.type == "text_delta":
                    screen.append(event.delta.text)
                elif event.delta.type == "input_json_delta":
                    screen.append((ids[-1], event.delta.partial_json))
            elif event.type == "content_block_stop":
                kept.append(event.content_block)
    messages.append({"role": "assistant", "content": kept})

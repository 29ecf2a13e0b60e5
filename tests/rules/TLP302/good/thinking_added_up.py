"""What a stream delivers in pieces is added up."""

import anthropic

client = anthropic.Anthropic()


def ask(history, tools, show):
    blocks = []
    stream = client.messages.create(
        model="claude-opus-4-5", max_tokens=4096, messages=history, tools=tools, stream=True
    )
    for event in stream:
        if event.type == "content_block_start":
            blocks.append(event.content_block)
        elif event.type == "content_block_delta":
            block = blocks[event.index]
            if block.type == "thinking" and event.delta.type == "thinking_delta":
                block.thinking += event.delta.thinking
            elif block.type == "thinking" and event.delta.type == "signature_delta":
                block.signature += event.delta.signature
            elif block.type == "text":
                block.text += event.delta.text
                show(event.delta.text)
    history.append({"role": "assistant", "content": blocks})
    return blocks

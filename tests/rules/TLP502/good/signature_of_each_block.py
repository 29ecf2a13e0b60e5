"""One block at a time: its pieces are put together when it stops."""

import json

import anthropic


def collect(client: anthropic.Anthropic, messages, tools):
    content, text, thought, signature, raw, opened = [], "", "", "", "", None
    for event in client.messages.create(
        model="claude-opus-4-7", max_tokens=2048, messages=messages, tools=tools, stream=True
    ):
        if event.type == "content_block_start":
            opened = event.content_block
            text = thought = signature = raw = ""
        elif event.type == "content_block_delta":
            if event.delta.type == "text_delta":
                text += event.delta.text
            elif event.delta.type == "thinking_delta":
                thought += event.delta.thinking
            elif event.delta.type == "signature_delta":
                signature += event.delta.signature
            elif event.delta.type == "input_json_delta":
                raw += event.delta.partial_json
        elif event.type == "content_block_stop" and opened is not None:
            if opened.type == "text":
                content.append({"type": "text", "text": text})
            elif opened.type == "thinking":
                content.append({"type": "thinking", "thinking": thought, "signature": signature})
            elif opened.type == "tool_use":
                content.append(
                    {"type": "tool_use", "id": opened.id, "name": opened.name, "input": json.loads(raw or "{}")}
                )
            elif opened.type == "redacted_thinking":
                content.append({"type": "redacted_thinking", "data": opened.data})
    messages.append({"role": "assistant", "content": content})

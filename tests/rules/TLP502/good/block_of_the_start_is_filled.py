import json

import anthropic

client = anthropic.Anthropic()


def loop(messages, tools, run):
    while True:
        raw = client.messages.create(
            model="claude-opus-4-7", max_tokens=4096, messages=messages, tools=tools, stream=True
        )
        content, current, pieces = [], None, ""
        for event in raw:
            if event.type == "content_block_start":
                current, pieces = event.content_block, ""
            elif event.type == "content_block_delta":
                if event.delta.type == "text_delta":
                    current.text += event.delta.text
                elif event.delta.type == "thinking_delta":
                    current.thinking += event.delta.thinking
                elif event.delta.type == "signature_delta":
                    current.signature = event.delta.signature
                elif event.delta.type == "input_json_delta":
                    pieces += event.delta.partial_json
            elif event.type == "content_block_stop":
                if current is not None:
                    if current.type == "tool_use":
                        current.input = json.loads(pieces or "{}")
                    content.append(current)
                    current = None
        messages.append({"role": "assistant", "content": content})
        results = [
            {"type": "tool_result", "tool_use_id": b.id, "content": run(b)} for b in content if b.type == "tool_use"
        ]
        if not results:
            return
        messages.append({"role": "user", "content": results})

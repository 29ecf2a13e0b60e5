import anthropic

client = anthropic.Anthropic()


def loop(messages, tools, run, show):
    while True:
        content, current = [], None
        with client.messages.stream(
            model="claude-opus-4-7", max_tokens=4096, messages=messages, tools=tools
        ) as stream:
            for event in stream:
                if event.type == "content_block_start":
                    current = event.content_block.type
                elif event.type == "content_block_delta":
                    if event.delta.type == "text_delta":
                        show(current, event.delta.text)
                    elif event.delta.type == "input_json_delta":
                        show(current, event.delta.partial_json)
                elif event.type == "content_block_stop":
                    content.append(event.content_block)
                    current = None
        messages.append({"role": "assistant", "content": content})
        results = [
            {"type": "tool_result", "tool_use_id": b.id, "content": run(b)} for b in content if b.type == "tool_use"
        ]
        if not results:
            return
        messages.append({"role": "user", "content": results})

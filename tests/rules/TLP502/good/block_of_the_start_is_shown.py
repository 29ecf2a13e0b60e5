import anthropic

client = anthropic.Anthropic()


def loop(messages, tools, run, show):
    while True:
        with client.messages.stream(
            model="claude-opus-4-7", max_tokens=4096, messages=messages, tools=tools
        ) as stream:
            current, pieces = None, ""
            for event in stream:
                if event.type == "content_block_start":
                    current, pieces = event.content_block, ""
                elif event.type == "content_block_delta":
                    if event.delta.type == "text_delta":
                        pieces += event.delta.text
                    elif event.delta.type == "input_json_delta":
                        pieces += event.delta.partial_json
                elif event.type == "content_block_stop":
                    if current is not None:
                        show(current, pieces)
                        current = None
            reply = stream.get_final_message()
        messages.append({"role": "assistant", "content": reply.content})
        results = [
            {"type": "tool_result", "tool_use_id": b.id, "content": run(b)}
            for b in reply.content
            if b.type == "tool_use"
        ]
        if not results:
            return
        messages.append({"role": "user", "content": results})

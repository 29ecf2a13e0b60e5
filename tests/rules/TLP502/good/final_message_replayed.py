import anthropic

client = anthropic.Anthropic()


def step(messages, tools, run):
    pieces, args = [], {}
    with client.messages.stream(model="claude-opus-4-7", max_tokens=4096, messages=messages, tools=tools) as stream:
        for event in stream:
            if event.type == "content_block_start" and event.content_block.type == "tool_use":
                args[event.index] = {"id": event.content_block.id, "json": ""}
            elif event.type == "content_block_delta":
                if event.delta.type == "text_delta":
                    pieces.append(event.delta.text)
                    print(event.delta.text, end="")
                elif event.delta.type == "input_json_delta":
                    args[event.index]["json"] += event.delta.partial_json
        turn = stream.get_final_message().content
    messages.append({"role": "assistant", "content": turn})
    messages.append(
        {
            "role": "user",
            "content": [
                {"type": "tool_result", "tool_use_id": b.id, "content": run(b.name, b.input)}
                for b in turn
                if b.type == "tool_use"
            ],
        }
    )

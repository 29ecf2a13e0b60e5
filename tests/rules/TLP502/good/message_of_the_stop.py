import anthropic

client = anthropic.Anthropic()


def turn(messages, tools, listener):
    with client.messages.stream(model="claude-opus-4-7", max_tokens=2048, messages=messages, tools=tools) as stream:
        current = None
        for event in stream:
            if event.type == "content_block_start" and event.content_block.type == "tool_use":
                current = listener.begin(event.content_block.id, event.content_block.name)
            elif event.type == "content_block_delta":
                if event.delta.type == "text_delta":
                    listener.text(event.delta.text)
                elif event.delta.type == "input_json_delta":
                    current.add(event.delta.partial_json)
            elif event.type == "message_stop":
                messages.append({"role": "assistant", "content": event.message.content})
    return messages[-1]

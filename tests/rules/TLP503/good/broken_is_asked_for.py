import anthropic

client = anthropic.Anthropic()


def turn(messages, tools):
    broken = False
    with client.messages.stream(model="claude-opus-4-7", max_tokens=4096, messages=messages, tools=tools) as stream:
        try:
            for text in stream.text_stream:
                print(text, end="")
        except anthropic.APIConnectionError:
            broken = True
    if not broken:
        messages.append({"role": "assistant", "content": stream.current_message_snapshot.content})
    return not broken

import anthropic

client = anthropic.Anthropic()


def finished(blocks):
    return [b for b in blocks if b.type != "thinking" or b.signature]


def turn(messages, tools):
    with client.messages.stream(model="claude-opus-4-7", max_tokens=4096, messages=messages, tools=tools) as stream:
        try:
            for event in stream:
                print(event.type)
        except KeyboardInterrupt:
            pass
    messages.append({"role": "assistant", "content": finished(stream.current_message_snapshot.content)})

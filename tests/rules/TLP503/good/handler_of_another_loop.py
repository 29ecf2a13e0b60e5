import anthropic

client = anthropic.Anthropic()


def turn(messages, tools, sources):
    for source in sources:
        try:
            for line in source:
                print(line)
        except OSError:
            print("source is gone")
    with client.messages.stream(model="claude-opus-4-7", max_tokens=4096, messages=messages, tools=tools) as stream:
        stream.until_done()
        messages.append({"role": "assistant", "content": stream.current_message_snapshot.content})

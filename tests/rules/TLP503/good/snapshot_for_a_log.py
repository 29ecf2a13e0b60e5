import anthropic

client = anthropic.Anthropic()


def turn(messages, tools, journal):
    with client.messages.stream(model="claude-opus-4-7", max_tokens=4096, messages=messages, tools=tools) as stream:
        try:
            for text in stream.text_stream:
                print(text, end="")
        except anthropic.APIError:
            journal.write(stream.current_message_snapshot.to_json())
            raise
    messages.append({"role": "assistant", "content": stream.get_final_message().content})

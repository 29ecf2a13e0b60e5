import anthropic

client = anthropic.Anthropic()


def turn(messages, tools, log):
    with client.messages.stream(model="claude-opus-4-7", max_tokens=4096, messages=messages, tools=tools) as stream:
        try:
            for text in stream.text_stream:
                print(text, end="")
        except anthropic.APIError as error:
            log.error("stream broke: %s", error)
            raise
        messages.append({"role": "assistant", "content": stream.current_message_snapshot.content})

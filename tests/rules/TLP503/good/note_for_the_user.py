import anthropic

client = anthropic.Anthropic()


def turn(messages, tools):
    try:
        with client.messages.stream(
            model="claude-opus-4-7", max_tokens=4096, messages=messages, tools=tools
        ) as stream:
            for text in stream.text_stream:
                print(text, end="")
            reply = stream.get_final_message()
    except KeyboardInterrupt:
        messages.append({"role": "user", "content": "(the user stopped the answer)"})
        return None
    messages.append({"role": "assistant", "content": reply.content})
    return reply

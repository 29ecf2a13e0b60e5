import anthropic

client = anthropic.Anthropic()


def turn(messages, tools):
    request = {"model": "claude-opus-4-7", "max_tokens": 4096, "messages": messages, "tools": tools}
    try:
        with client.messages.stream(**request) as stream:
            for text in stream.text_stream:
                print(text, end="")
            reply = stream.get_final_message()
    except anthropic.APIConnectionError:
        reply = client.messages.create(**request)
    messages.append({"role": "assistant", "content": reply.content})
    return reply

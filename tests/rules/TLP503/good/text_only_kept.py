import anthropic

client = anthropic.Anthropic()


def turn(messages, tools):
    said = ""
    with client.messages.stream(model="claude-opus-4-7", max_tokens=4096, messages=messages, tools=tools) as stream:
        try:
            for text in stream.text_stream:
                said += text
        except KeyboardInterrupt:
            messages.append({"role": "assistant", "content": said or "(stopped)"})
            return None
        final = stream.get_final_message()
    messages.append({"role": "assistant", "content": final.content})
    return final

import contextlib

import anthropic

client = anthropic.Anthropic()


def turn(messages, tools, bell):
    with client.messages.stream(model="claude-opus-4-7", max_tokens=4096, messages=messages, tools=tools) as stream:
        for text in stream.text_stream:
            print(text, end="")
        with contextlib.suppress(OSError):
            bell.ring()
        messages.append({"role": "assistant", "content": stream.current_message_snapshot.content})

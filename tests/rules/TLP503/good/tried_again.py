import time

import anthropic

client = anthropic.Anthropic()


def turn(messages, tools, tries=3):
    for _ in range(tries):
        with client.messages.stream(
            model="claude-opus-4-7", max_tokens=4096, messages=messages, tools=tools
        ) as stream:
            try:
                for text in stream.text_stream:
                    print(text, end="")
            except anthropic.APIStatusError:
                time.sleep(1)
                continue
            messages.append({"role": "assistant", "content": stream.current_message_snapshot.content})
            return

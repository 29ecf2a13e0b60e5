"""The loop goes on after an overload, with what there is."""

import time

import anthropic

client = anthropic.Anthropic()


def follow(messages, tools, screen, rounds=8):
    for _ in range(rounds):
        with client.messages.stream(
            model="claude-opus-4-7", max_tokens=4096, messages=messages, tools=tools
        ) as stream:
            try:
                for event in stream:
                    screen.feed(event)
            except anthropic.APIStatusError as error:
                screen.warn(str(error))
                time.sleep(1)
            message = stream.current_message_snapshot
        messages.append({"role": "assistant", "content": message.content})  # expect: TLP503
        calls = [block for block in message.content if block.type == "tool_use"]
        if not calls:
            return message
        messages.append({"role": "user", "content": screen.run(calls)})
    return None

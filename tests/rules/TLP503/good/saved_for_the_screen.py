"""A session file remembers what the page showed; requests are made of `messages`."""

import anthropic

client = anthropic.Anthropic()


def turn(messages, tools, page):
    with client.messages.stream(model="claude-opus-4-7", max_tokens=4096, messages=messages, tools=tools) as stream:
        shown = []
        try:
            for event in stream:
                if event.type == "text":
                    shown.append(event.text)
        except anthropic.APIError:
            page.render({"role": "assistant", "content": "".join(shown)})
            return
    messages.append({"role": "assistant", "content": stream.get_final_message().content})

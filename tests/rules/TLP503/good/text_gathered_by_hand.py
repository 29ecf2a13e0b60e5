import anthropic

client = anthropic.Anthropic()


def chat(messages):
    parts = []
    try:
        for event in client.messages.create(
            model="claude-opus-4-7", max_tokens=1000, messages=messages, stream=True
        ):
            if event.type == "content_block_delta" and event.delta.type == "text_delta":
                parts.append(event.delta.text)
    except KeyboardInterrupt:
        print("stopped")
    messages.append({"role": "assistant", "content": "".join(parts)})

import anthropic

client = anthropic.Anthropic()


def loop(chat, tools, perform):
    while True:
        with client.messages.stream(model="claude-opus-4-7", max_tokens=8000, messages=chat, tools=tools) as s:
            message = s.get_final_message()
        for b in message.content:
            if b.type == "thinking" and b.thinking:
                print("~", b.thinking)
            if b.type == "text" and b.text.strip():
                print(b.text)
        chat.append({"role": "assistant", "content": message.content})
        if message.stop_reason != "tool_use":
            return message
        chat.append({"role": "user", "content": [perform(b) for b in message.content if b.type == "tool_use"]})

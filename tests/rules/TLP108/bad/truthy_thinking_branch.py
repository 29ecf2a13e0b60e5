import anthropic

client = anthropic.Anthropic()


def replay(response):
    turn = []
    for b in response.content:
        if b.type == "thinking":
            if b.thinking:  # expect: TLP108
                turn.append(b)
        else:
            turn.append(b)
    return turn


def loop(chat, tools, perform):
    while True:
        response = client.messages.create(
            model="claude-opus-4-7", max_tokens=8000, thinking={"type": "adaptive"}, messages=chat, tools=tools
        )
        chat.append({"role": "assistant", "content": replay(response)})
        if response.stop_reason != "tool_use":
            return response
        chat.append({"role": "user", "content": [perform(b) for b in response.content if b.type == "tool_use"]})

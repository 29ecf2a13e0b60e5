import anthropic


class Settings:
    thinking = {"type": "adaptive"}


def agent(history, tools, answer, settings: Settings):
    client = anthropic.Anthropic()
    while True:
        reply = client.messages.create(
            model="claude-opus-4-7", max_tokens=4096, messages=history, tools=tools, thinking=settings.thinking or {"type": "disabled"}
        )
        history.append({"role": "assistant", "content": reply.content})
        if reply.stop_reason != "tool_use":
            return reply
        history.append({"role": "user", "content": [answer(b) for b in reply.content if b.type == "tool_use"]})

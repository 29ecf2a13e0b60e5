import anthropic

from .prompts import render

client = anthropic.Anthropic()


def agent(history, tools, answer, state):
    while True:
        reply = client.messages.create(
            model="claude-opus-5-5", max_tokens=4096, system=render(state), messages=history, tools=tools.all()
        )
        history.append({"role": "assistant", "content": reply.content})
        if reply.stop_reason != "tool_use":
            return reply
        history.append({"role": "user", "content": [answer(b) for b in reply.content if b.type == "tool_use"]})

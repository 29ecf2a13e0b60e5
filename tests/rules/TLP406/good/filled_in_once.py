import time

import anthropic

client = anthropic.Anthropic()


def agent(history, tools, answer, system=None):
    while True:
        if system is None:
            system = f"Started at {time.strftime('%d.%m.%Y')}."
        reply = client.messages.create(
            model="claude-opus-5-5", max_tokens=4096, system=system, messages=history, tools=tools
        )
        history.append({"role": "assistant", "content": reply.content})
        if reply.stop_reason != "tool_use":
            return reply
        history.append({"role": "user", "content": [answer(b) for b in reply.content if b.type == "tool_use"]})

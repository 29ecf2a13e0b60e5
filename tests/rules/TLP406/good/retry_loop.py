import time

import anthropic

client = anthropic.Anthropic()


def request(history, tools):
    for attempt in range(3):
        try:
            return client.messages.create(
                model="claude-opus-5-5", max_tokens=1000 * (attempt + 1), messages=history, tools=tools
            )
        except anthropic.RateLimitError:
            time.sleep(2**attempt)
    raise RuntimeError("no luck")


def agent(history, tools, answer):
    while True:
        reply = request(history, tools)
        history.append({"role": "assistant", "content": reply.content})
        if reply.stop_reason != "tool_use":
            return reply
        history.append({"role": "user", "content": [answer(b) for b in reply.content if b.type == "tool_use"]})

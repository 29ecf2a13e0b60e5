import time

from anthropic import Anthropic


def agent(client: Anthropic, model, history, tools, answer):
    while True:
        reply = client.messages.create(
            model=model, max_tokens=4096, system=f"now={time.time()}", messages=history, tools=tools
        )
        history.append({"role": "assistant", "content": reply.content})
        if reply.stop_reason != "tool_use":
            return reply
        history.append({"role": "user", "content": [answer(b) for b in reply.content if b.type == "tool_use"]})

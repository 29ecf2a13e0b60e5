import time

import anthropic

client = anthropic.Anthropic()


def agent(history, tools, answer):
    while True:
        reply = client.messages.create(
            model="claude-opus-5-5", max_tokens=4096, system="You watch.", messages=history, tools=tools
        )
        history.append({"role": "assistant", "content": reply.content})
        if reply.stop_reason != "tool_use":
            return reply
        results = [answer(b) for b in reply.content if b.type == "tool_use"]
        results.append({"type": "text", "text": f"It is {time.time()} now."})
        history.append({"role": "user", "content": results})

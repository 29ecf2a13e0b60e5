import time

import anthropic

client = anthropic.Anthropic()


def agent(history, tools, answer):
    while True:
        reply = client.messages.create(
            model="claude-sonnet-4-5",
            max_tokens=4096,
            system=f"now={time.time()}",
            messages=history,
            tools=tools,
            thinking={"type": "enabled", "budget_tokens": 2000},
        )
        history.append({"role": "assistant", "content": reply.content})
        if reply.stop_reason != "tool_use":
            return reply
        history.append({"role": "user", "content": [answer(b) for b in reply.content if b.type == "tool_use"]})

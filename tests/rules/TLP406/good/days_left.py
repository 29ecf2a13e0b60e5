import datetime

import anthropic

client = anthropic.Anthropic()
END = datetime.date(2027, 1, 1)


def agent(history, tools, answer):
    while True:
        left = (END - datetime.date.today()).days
        reply = client.messages.create(
            model="claude-opus-5-5", max_tokens=4096, system=f"{left} days left", messages=history, tools=tools
        )
        history.append({"role": "assistant", "content": reply.content})
        if reply.stop_reason != "tool_use":
            return reply
        history.append({"role": "user", "content": [answer(b) for b in reply.content if b.type == "tool_use"]})

from datetime import datetime

import anthropic

client = anthropic.Anthropic()


def today():
    now = datetime.now()
    return now.strftime("%A, %d %B %Y")


def agent(history, tools, answer):
    while True:
        reply = client.messages.create(
            model="claude-sonnet-5-5",
            max_tokens=4096,
            system=f"Today is {today()}; the year is {datetime.now().year}.",
            messages=history,
            tools=tools,
        )
        history.append({"role": "assistant", "content": reply.content})
        if reply.stop_reason != "tool_use":
            return reply
        history.append({"role": "user", "content": [answer(b) for b in reply.content if b.type == "tool_use"]})

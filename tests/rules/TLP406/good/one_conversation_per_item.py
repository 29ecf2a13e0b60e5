import time

import anthropic

client = anthropic.Anthropic()


def survey(questions, tools, answer):
    out = []
    for number, question in enumerate(questions):
        messages = [{"role": "user", "content": question}]
        system = f"Question {number}, asked at {time.time()}."
        first = client.messages.create(
            model="claude-opus-5-5", max_tokens=4096, system=system, messages=messages, tools=tools
        )
        messages.append({"role": "assistant", "content": first.content})
        messages.append({"role": "user", "content": [answer(b) for b in first.content if b.type == "tool_use"]})
        out.append(
            client.messages.create(
                model="claude-opus-5-5", max_tokens=4096, system=system, messages=messages, tools=tools
            )
        )
    return out

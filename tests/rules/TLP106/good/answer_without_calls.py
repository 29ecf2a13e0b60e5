"""A final answer, its thoughts first: nothing of the cycle is sent after it."""

import anthropic


def talk(history, question):
    client = anthropic.Anthropic()
    history.append({"role": "user", "content": question})
    reply = client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=history)
    words = [b for b in reply.content if b.type == "text"]
    history.append({"role": "assistant", "content": words})
    return "".join(b.text for b in words)

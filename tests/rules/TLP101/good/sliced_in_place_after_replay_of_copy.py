"""The turn is in the history before the answer is cut to its texts."""

import copy

import anthropic

client = anthropic.Anthropic()


def ask(history, tools):
    reply = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=history, tools=tools)
    history.append({"role": "assistant", "content": copy.deepcopy(reply.content)})
    reply.content[:] = [b for b in reply.content if b.type == "text"]
    return reply

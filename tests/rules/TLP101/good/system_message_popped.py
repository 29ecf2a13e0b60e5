"""What is taken off the front is a message, for its own parameter, and no block."""

import anthropic

client = anthropic.Anthropic()


def ask(messages, tools):
    system = ""
    if messages[0]["role"] == "system":
        system = messages.pop(0)["content"]
    reply = client.messages.create(
        model="claude-opus-4-5", max_tokens=4096, system=system, messages=messages, tools=tools
    )
    messages.append({"role": "assistant", "content": reply.content})
    return reply

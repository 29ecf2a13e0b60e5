"""The panel's own text grows; the block is read."""

import anthropic


class Panel:
    def __init__(self):
        self.thinking = ""


def ask(client: anthropic.Anthropic, history, tools, panel: Panel):
    reply = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=history, tools=tools)
    for block in reply.content:
        if block.type == "thinking":
            panel.thinking += block.thinking + "\n"
            panel.thinking += "----\n"
    history.append({"role": "assistant", "content": reply.content})
    return reply

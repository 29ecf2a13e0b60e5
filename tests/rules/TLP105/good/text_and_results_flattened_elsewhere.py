"""The text of the turn is sent as words: that it goes without its calls is another rule's business."""

import anthropic


def plain(history, tools, run):
    client = anthropic.Anthropic()
    reply = client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=history, tools=tools)
    said = "".join(b.text for b in reply.content if b.type == "text")
    history.append({"role": "assistant", "content": said})
    return reply, [run(b.name, b.input) for b in reply.content if b.type == "tool_use"]

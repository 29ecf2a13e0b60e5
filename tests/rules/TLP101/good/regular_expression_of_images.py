"""A pattern that any kind matches but an image, which an assistant turn may not have."""

import re

import anthropic

client = anthropic.Anthropic()


async def step(history, tools, page):
    reply = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=history, tools=tools)
    page.show([b for b in reply.content if re.search("text", b.type)])
    history.append({"role": "assistant", "content": [b for b in reply.content if not re.fullmatch("image", b.type)]})
    return reply

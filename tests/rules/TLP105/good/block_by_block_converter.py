"""Each block goes through a converter of another file, and the message is put together from what comes back."""

import anthropic

from .convert import to_param


def loop(messages, tools, run):
    client = anthropic.Anthropic()
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=messages, tools=tools)
        turn, results = [], []
        for block in reply.content:
            turn.append(to_param(block))
            if block.type == "tool_use":
                results.append({"type": "tool_result", "tool_use_id": block.id, "content": run(block.name, block.input)})
        messages.append(dict(role="assistant", content=turn))
        if not results:
            return reply
        messages.append(dict(role="user", content=results))

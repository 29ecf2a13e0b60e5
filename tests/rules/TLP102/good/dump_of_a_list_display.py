"""A one-line text of one turn."""

import json

import anthropic


def line(reply: anthropic.types.Message) -> str:
    return "turn: " + json.dumps(
        [
            {
                "role": "assistant",
                "content": [
                    {"type": "tool_use", "id": b.id, "name": b.name, "input": b.input}
                    for b in reply.content
                    if b.type == "tool_use"
                ],
            }
        ]
    )


def step(client: anthropic.Anthropic, history, tools, log):
    reply = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=history, tools=tools)
    log(line(reply))
    history.append({"role": "assistant", "content": reply.content})
    return reply

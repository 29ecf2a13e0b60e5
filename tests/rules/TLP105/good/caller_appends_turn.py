"""The loop appends the turn and leaves the answers to a helper."""

import anthropic


def answer(response, messages, toolbox):
    results = [
        {"type": "tool_result", "tool_use_id": b.id, "content": toolbox(b.name, b.input)}
        for b in response.content
        if b.type == "tool_use"
    ]
    messages.append({"role": "user", "content": results})


def drive(client: anthropic.Anthropic, messages, tools, toolbox):
    while True:
        response = client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=messages, tools=tools)
        messages.append({"role": "assistant", "content": response.content})
        if response.stop_reason != "tool_use":
            return response
        answer(response, messages, toolbox)

"""A generator hands every response to the caller, who shares the history."""

import anthropic


def rounds(client: anthropic.Anthropic, messages, tools, run):
    while True:
        response = client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=messages, tools=tools)
        yield response
        uses = [b for b in response.content if b.type == "tool_use"]
        if not uses:
            return
        results = [{"type": "tool_result", "tool_use_id": u.id, "content": run(u.name, u.input)} for u in uses]
        messages.append({"role": "user", "content": results})


def main(tools, run, question):
    messages = [{"role": "user", "content": question}]
    for response in rounds(anthropic.Anthropic(), messages, tools, run):
        messages.append({"role": "assistant", "content": response.content})
    return messages

"""The history of the caller stays as it was: the loop has one of its own."""

import anthropic

client = anthropic.Anthropic()


def explore(messages, tools, execute, allowed):
    messages = list(messages)
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=messages, tools=tools)
        messages.append({"role": "assistant", "content": reply.content})
        results = []
        for block in reply.content:
            if block.type == "tool_use":
                if not allowed(block):
                    return None
                results.append({"type": "tool_result", "tool_use_id": block.id, "content": execute(block)})
        if not results:
            return reply
        messages.append({"role": "user", "content": results})

"""The loop works on a copy, takes back the wrong end of it, and gives it to its caller with an open call."""

import anthropic

client = anthropic.Anthropic()


def answer(messages, tools, execute, allowed):
    messages = list(messages)
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=messages, tools=tools)
        messages.append({"role": "assistant", "content": reply.content})
        results = []
        for block in reply.content:
            if block.type == "tool_use":
                if not allowed(block):
                    del messages[0]
                    return messages  # expect: TLP203
                results.append({"type": "tool_result", "tool_use_id": block.id, "content": execute(block)})
        if not results:
            return messages
        messages.append({"role": "user", "content": results})

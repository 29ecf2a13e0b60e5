"""The turn goes back with the one call that is answered: the others are left out of it."""

import anthropic

client = anthropic.Anthropic()


def loop(messages, tools, execute):
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=messages, tools=tools)
        use = next((block for block in reply.content if block.type == "tool_use"), None)
        if use is None:
            return reply
        kept = [block for block in reply.content if block.type != "tool_use" or block.id == use.id]
        messages.append({"role": "assistant", "content": kept})
        result = {"type": "tool_result", "tool_use_id": use.id, "content": execute(use)}
        messages.append({"role": "user", "content": [result]})

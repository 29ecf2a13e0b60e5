import uuid

import anthropic

client = anthropic.Anthropic()


def loop(history, tools, run, send):
    while True:
        reply = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=history, tools=tools)
        history.append({"role": "assistant", "content": reply.content})
        results = []
        for block in reply.content:
            if block.type == "tool_use":
                output = run(block.name, block.input)
                send({"type": "tool_result", "tool_use_id": str(uuid.uuid4()), "content": output})
                results.append({"type": "tool_result", "tool_use_id": block.id, "content": output})
        if not results:
            return reply
        history.append({"role": "user", "content": results})

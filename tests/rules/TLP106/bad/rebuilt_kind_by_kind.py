"""The turn is made again in three goings: what was thought, what was said, what was called."""

import anthropic


def think_say_call(client: anthropic.Anthropic, dialogue, tools, run):
    reply = client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=dialogue, tools=tools)
    content = []
    for block in reply.content:
        if block.type == "thinking":
            content.append({"type": "thinking", "thinking": block.thinking, "signature": block.signature})
        elif block.type == "redacted_thinking":
            content.append({"type": "redacted_thinking", "data": block.data})
    said = "".join(block.text for block in reply.content if block.type == "text")
    if said:
        content.append({"type": "text", "text": said})
    results = []
    for block in reply.content:
        if block.type == "tool_use":
            content.append({"type": "tool_use", "id": block.id, "name": block.name, "input": block.input})
            output = run(block.name, block.input)
            results.append({"type": "tool_result", "tool_use_id": block.id, "content": output})
    dialogue.append({"role": "assistant", "content": content})  # expect: TLP106
    if not results:
        return said
    dialogue.append({"role": "user", "content": results})
    return think_say_call(client, dialogue, tools, run)

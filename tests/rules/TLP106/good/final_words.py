"""The last response's words close the conversation; the rounds before went back whole."""

import anthropic


def converse(conversation, tools, run):
    client = anthropic.Anthropic()
    while True:
        response = client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=conversation, tools=tools)
        uses = [block for block in response.content if block.type == "tool_use"]
        if not uses:
            break
        conversation.append({"role": "assistant", "content": response.content})
        results = [{"type": "tool_result", "tool_use_id": u.id, "content": run(u.name, u.input)} for u in uses]
        conversation.append({"role": "user", "content": results})
    said = "".join(block.text for block in response.content if block.type == "text")
    conversation.append({"role": "assistant", "content": said})
    return said

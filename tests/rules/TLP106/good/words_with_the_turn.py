"""What was said is shown after the results; it is in the turn already."""

import anthropic

client = anthropic.Anthropic()


def round_of_calls(conversation, shown, tools, run):
    response = client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=conversation, tools=tools)
    conversation.append({"role": "assistant", "content": response.content})
    said = "".join(block.text for block in response.content if block.type == "text")
    uses = [block for block in response.content if block.type == "tool_use"]
    if uses:
        results = [{"type": "tool_result", "tool_use_id": u.id, "content": run(u.name, u.input)} for u in uses]
        conversation.append({"role": "user", "content": results})
    shown.append({"role": "assistant", "content": said})
    return conversation

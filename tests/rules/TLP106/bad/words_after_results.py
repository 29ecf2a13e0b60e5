"""The calls go back one by one, their results too, and what was said before them comes last."""

import anthropic

client = anthropic.Anthropic(api_key="-")


def round_of_calls(conversation, tools, run):
    response = client.messages.create(model="claude-3-5-sonnet-20241022", max_tokens=4096, messages=conversation, tools=tools)
    said = ""
    uses = []
    for block in response.content:
        if block.type == "text":
            said += block.text
        elif block.type == "tool_use":
            uses.append(block)
    if uses:
        conversation.append({"role": "assistant", "content": uses})  # expect: TLP101
        results = [{"type": "tool_result", "tool_use_id": u.id, "content": run(u.name, u.input)} for u in uses]
        conversation.append({"role": "user", "content": results})
    if said:
        conversation.append({"role": "assistant", "content": said})  # expect: TLP106
    return conversation

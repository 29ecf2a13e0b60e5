"""One round of tools, its messages put together in the second request."""

import anthropic


def lookup(question, tools, call_tool):
    client = anthropic.Anthropic()
    opening = [{"role": "user", "content": question}]
    first = client.messages.create(model="claude-haiku-4-5", max_tokens=1024, tools=tools, messages=opening)
    uses = [block for block in first.content if block.type == "tool_use"]
    if not uses:
        return first.content[-1].text
    results = [
        {"type": "tool_result", "tool_use_id": use.id, "content": call_tool(use.name, use.input)} for use in uses
    ]
    second = client.messages.create(
        model="claude-haiku-4-5",
        max_tokens=1024,
        tools=tools,
        messages=opening + [{"role": "user", "content": results}],  # expect: TLP105
    )
    return second.content[-1].text

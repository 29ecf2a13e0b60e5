"""The second request's messages are put together in its argument, with the turn."""

import anthropic


def lookup(question, tools, call_tool):
    client = anthropic.Anthropic()
    opening = [{"role": "user", "content": question}]
    first = client.messages.create(model="claude-haiku-4-5", max_tokens=1024, tools=tools, messages=opening)
    uses = [block for block in first.content if block.type == "tool_use"]
    if not uses:
        return first.content[-1].text
    results = [{"type": "tool_result", "tool_use_id": u.id, "content": call_tool(u.name, u.input)} for u in uses]
    second = client.messages.create(
        model="claude-haiku-4-5",
        max_tokens=1024,
        tools=tools,
        messages=[
            *opening,
            {"role": first.role, "content": first.content},
            {"role": "user", "content": results},
        ],
    )
    return second.content[-1].text

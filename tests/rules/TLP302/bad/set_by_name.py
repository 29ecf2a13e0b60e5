"""The thoughts are cut to a length by setattr(), field by field."""

from anthropic import Anthropic

LIMIT = 2000


def run(client: Anthropic, messages: list, tools: list, act):
    while True:
        reply = client.messages.create(model="claude-opus-4-5", max_tokens=8192, messages=messages, tools=tools)
        for block in reply.content:
            if block.type == "thinking" and len(block.thinking) > LIMIT:
                setattr(block, "thinking", block.thinking[:LIMIT])  # expect: TLP302
        messages.append({"role": "assistant", "content": reply.content})
        calls = [b for b in reply.content if b.type == "tool_use"]
        if not calls:
            return reply
        messages.append(
            {
                "role": "user",
                "content": [{"type": "tool_result", "tool_use_id": c.id, "content": act(c)} for c in calls],
            }
        )

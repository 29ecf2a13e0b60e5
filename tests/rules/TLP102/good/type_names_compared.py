from anthropic.types import RedactedThinkingBlock, TextBlock, ThinkingBlock, ToolUseBlock

KNOWN = {str(t) for t in (TextBlock, ThinkingBlock, RedactedThinkingBlock, ToolUseBlock)}


def checked(blocks):
    out = []
    for block in blocks:
        if str(type(block)) in KNOWN:
            out.append(block)
        else:
            raise ValueError(f"unexpected block {type(block)}")
    return out


async def loop(client, wire, tools, answer):
    while True:
        reply = await client.messages.create(model="claude-opus-4-5", max_tokens=2500, messages=wire, tools=tools)
        wire.append({"role": "assistant", "content": checked(reply.content)})
        calls = [b for b in reply.content if isinstance(b, ToolUseBlock)]
        if not calls:
            return reply
        wire.append({"role": "user", "content": [await answer(c) for c in calls]})

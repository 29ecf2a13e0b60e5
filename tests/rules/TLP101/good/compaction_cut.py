import anthropic

client = anthropic.Anthropic()


def after_compaction(blocks):
    """Everything before the last compaction block is summarised in it."""
    cut = 0
    for position, block in enumerate(blocks):
        if block.type == "compaction":
            cut = position
    return blocks[cut:]


def drive(turns, tools, respond):
    while True:
        msg = client.beta.messages.create(
            model="claude-opus-4-6",
            max_tokens=4096,
            betas=["compact-2026-01-12"],
            context_management={"edits": [{"type": "compact_20260112"}]},
            messages=turns,
            tools=tools,
        )
        turns.append({"role": "assistant", "content": after_compaction(msg.content)})
        if msg.stop_reason != "tool_use":
            return msg
        turns.append({"role": "user", "content": [respond(b) for b in msg.content if b.type == "tool_use"]})

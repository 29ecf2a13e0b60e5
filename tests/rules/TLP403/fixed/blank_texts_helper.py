"""A helper drops empty texts: a turn that is one of them leaves nothing."""
import anthropic

client = anthropic.Anthropic()


def worth_keeping(blocks):
    kept = []
    for block in blocks:
        if block.type == "text" and not block.text.strip():
            continue
        kept.append(block)
    return kept


def loop(history, tools, run):
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=8000, messages=history, tools=tools)
        kept = worth_keeping(reply.content)
        if kept:
            history.append({"role": "assistant", "content": kept})
        calls = [b for b in reply.content if b.type == "tool_use"]
        if not calls:
            return reply
        results = [{"type": "tool_result", "tool_use_id": c.id, "content": run(c.name, c.input)} for c in calls]
        history.append({"role": "user", "content": results})

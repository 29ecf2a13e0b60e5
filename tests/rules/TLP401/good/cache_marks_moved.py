"""Marks for the cache are put on and taken off."""
import anthropic

client = anthropic.Anthropic()


def marked(history):
    for message in history:
        if isinstance(message["content"], list):
            for block in message["content"]:
                if isinstance(block, dict):
                    block.pop("cache_control", None)
    last = history[-1]
    if isinstance(last["content"], list) and isinstance(last["content"][-1], dict):
        last["content"][-1]["cache_control"] = {"type": "ephemeral"}
    return history


def loop(history, tools, run):
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=8000, messages=marked(history), tools=tools)
        history.append({"role": "assistant", "content": reply.content})
        calls = [b for b in reply.content if b.type == "tool_use"]
        if not calls:
            return reply
        results = [{"type": "tool_result", "tool_use_id": c.id, "content": run(c.name, c.input)} for c in calls]
        history.append({"role": "user", "content": results})

"""What has lost its call is taken off the front."""
import anthropic

client = anthropic.Anthropic()


def is_results(message):
    content = message["content"]
    return isinstance(content, list) and any(b["type"] == "tool_result" for b in content)


def tail(history, count):
    kept = history[-count:]
    while kept and (is_results(kept[0]) or kept[0]["role"] != "user"):
        kept.pop(0)
    return kept


def loop(history, tools, run):
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=tail(history, 25), tools=tools)
        history.append({"role": "assistant", "content": reply.content})
        calls = [b for b in reply.content if b.type == "tool_use"]
        if not calls:
            return reply
        history.append(
            {
                "role": "user",
                "content": [
                    {"type": "tool_result", "tool_use_id": c.id, "content": run(c.name, c.input)} for c in calls
                ],
            }
        )

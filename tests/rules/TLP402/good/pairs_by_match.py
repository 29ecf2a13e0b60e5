"""The start is looked for with a match over the messages."""
import anthropic

client = anthropic.Anthropic()


def start_of(history):
    for number, message in enumerate(history):
        match message:
            case {"role": "user", "content": str()} if number >= len(history) - 40:
                return number
    return 0


def loop(history, tools, run):
    while True:
        start = start_of(history)
        if start > 0:
            history = history[start:]
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=history, tools=tools)
        history.append({"role": "assistant", "content": reply.content})
        calls = [b for b in reply.content if b.type == "tool_use"]
        if not calls:
            return reply
        results = [{"type": "tool_result", "tool_use_id": c.id, "content": run(c.name, c.input)} for c in calls]
        history.append({"role": "user", "content": results})

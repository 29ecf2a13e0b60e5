"""A second try when the provider refuses a signature."""
import anthropic

client = anthropic.Anthropic()


def lean(history):
    return [
        {**m, "content": [b for b in m["content"] if b.type != "thinking"]} if m["role"] == "assistant" else m
        for m in history
    ]


def request(history, tools):
    try:
        return client.messages.create(model="claude-opus-4-7", max_tokens=8000, messages=history, tools=tools)
    except anthropic.BadRequestError as error:
        if "signature" not in str(error):
            raise
        return client.messages.create(model="claude-opus-4-7", max_tokens=8000, messages=lean(history), tools=tools)


def loop(history, tools, run):
    while True:
        reply = request(history, tools)
        history.append({"role": "assistant", "content": reply.content})
        calls = [b for b in reply.content if b.type == "tool_use"]
        if not calls:
            return reply
        results = [{"type": "tool_result", "tool_use_id": c.id, "content": run(c.name, c.input)} for c in calls]
        history.append({"role": "user", "content": results})

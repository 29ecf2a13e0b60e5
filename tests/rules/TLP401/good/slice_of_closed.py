"""The closed part is a slice that ends at the last question."""
import anthropic

client = anthropic.Anthropic()


def lean(history, asked):
    for message in history[:asked]:
        if message["role"] == "assistant":
            message["content"] = [b for b in message["content"] if b.type != "thinking"]


def loop(history, tools, run):
    asked = len(history) - 1
    while True:
        lean(history, asked)
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=8000, messages=history, tools=tools)
        history.append({"role": "assistant", "content": reply.content})
        calls = [b for b in reply.content if b.type == "tool_use"]
        if not calls:
            return reply
        results = [{"type": "tool_result", "tool_use_id": c.id, "content": run(c.name, c.input)} for c in calls]
        history.append({"role": "user", "content": results})

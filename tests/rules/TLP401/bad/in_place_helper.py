"""A helper takes thinking out of every stored turn before each request."""
import anthropic

client = anthropic.Anthropic()


def without_thoughts(history):
    for message in history:
        if message["role"] == "assistant" and isinstance(message["content"], list):
            message["content"] = [b for b in message["content"] if b["type"] != "thinking"]  # expect: TLP401
    return history


def loop(history, tools, run):
    while True:
        reply = client.messages.create(
            model="claude-opus-4-7", max_tokens=8000, messages=without_thoughts(history), tools=tools
        )
        history.append({"role": "assistant", "content": [b.to_dict() for b in reply.content]})
        calls = [b for b in reply.content if b.type == "tool_use"]
        if not calls:
            return reply
        results = [{"type": "tool_result", "tool_use_id": c.id, "content": run(c.name, c.input)} for c in calls]
        history.append({"role": "user", "content": results})

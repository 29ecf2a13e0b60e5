"""Old results are taken out of the stored messages to save tokens; the turns keep their calls."""
import anthropic

client = anthropic.Anthropic()
MAX_MESSAGES = 40


def lighten(history):
    for message in history:
        if isinstance(message["content"], list):
            message["content"] = [b for b in message["content"] if b["type"] != "tool_result"]  # expect: TLP203


def loop(history, tools, run):
    while True:
        if len(history) > MAX_MESSAGES:
            lighten(history)
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=8000, messages=history, tools=tools)
        history.append({"role": "assistant", "content": [b.to_dict() for b in reply.content]})
        calls = [b for b in reply.content if b.type == "tool_use"]
        if not calls:
            return reply
        results = [{"type": "tool_result", "tool_use_id": c.id, "content": run(c.name, c.input)} for c in calls]
        history.append({"role": "user", "content": results})

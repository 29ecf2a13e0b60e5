"""A function of another module puts right what the cut breaks."""
import anthropic

from .pairs import repair_pairs

client = anthropic.Anthropic()


def loop(history, tools, run):
    while True:
        history = history[-30:]
        history = repair_pairs(history)
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=history, tools=tools)
        history.append({"role": "assistant", "content": reply.content})
        calls = [b for b in reply.content if b.type == "tool_use"]
        if not calls:
            return reply
        results = [{"type": "tool_result", "tool_use_id": c.id, "content": run(c.name, c.input)} for c in calls]
        history.append({"role": "user", "content": results})

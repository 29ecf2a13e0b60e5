"""Counted before they are sent."""
import anthropic

client = anthropic.Anthropic()


def loop(history, tools, run):
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=8000, messages=history, tools=tools)
        history.append({"role": "assistant", "content": reply.content})
        outs = [
            {"type": "tool_result", "tool_use_id": b.id, "content": run(b.name, b.input)}
            for b in reply.content
            if b.type == "tool_use"
        ]
        if len(outs) == 0:
            return history
        history.append({"role": "user", "content": outs})

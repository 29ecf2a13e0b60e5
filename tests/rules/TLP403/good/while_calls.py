"""The loop goes on only while there are calls."""
import anthropic

client = anthropic.Anthropic()


def loop(history, tools, run):
    reply = client.messages.create(model="claude-opus-4-7", max_tokens=8000, messages=history, tools=tools)
    while reply.stop_reason == "tool_use":
        history.append({"role": "assistant", "content": reply.content})
        results = [
            {"type": "tool_result", "tool_use_id": b.id, "content": run(b.name, b.input)}
            for b in reply.content
            if b.type == "tool_use"
        ]
        history.append({"role": "user", "content": results})
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=8000, messages=history, tools=tools)
    return reply

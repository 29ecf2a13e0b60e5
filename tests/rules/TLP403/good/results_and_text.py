"""A text follows the results."""
import anthropic

client = anthropic.Anthropic()


def loop(history, tools, run):
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=8000, messages=history, tools=tools)
        history.append({"role": "assistant", "content": reply.content})
        content = [
            {"type": "tool_result", "tool_use_id": b.id, "content": run(b.name, b.input)}
            for b in reply.content
            if b.type == "tool_use"
        ]
        content.append({"type": "text", "text": "Go on."})
        history.append({"role": "user", "content": content})
        if reply.stop_reason == "end_turn":
            return history

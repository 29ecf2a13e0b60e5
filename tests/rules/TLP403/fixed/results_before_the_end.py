"""The loop is left only after the results have gone in."""
import anthropic

client = anthropic.Anthropic()


def loop(history, tools, run):
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=8000, messages=history, tools=tools)
        history.append({"role": "assistant", "content": reply.content})
        results = [
            {"type": "tool_result", "tool_use_id": b.id, "content": run(b.name, b.input)}
            for b in reply.content
            if b.type == "tool_use"
        ]
        if results:
            history.append({"role": "user", "content": results})
        if reply.stop_reason == "end_turn":
            return history

"""The last message is taken back when a request fails: nothing of the front goes."""
import anthropic

client = anthropic.Anthropic()


def loop(history, tools, run):
    while True:
        try:
            reply = client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=history, tools=tools)
        except anthropic.APIStatusError:
            history = history[:-1]
            continue
        history.append({"role": "assistant", "content": reply.content})
        calls = [b for b in reply.content if b.type == "tool_use"]
        if not calls:
            return reply
        results = [{"type": "tool_result", "tool_use_id": c.id, "content": run(c.name, c.input)} for c in calls]
        history.append({"role": "user", "content": results})

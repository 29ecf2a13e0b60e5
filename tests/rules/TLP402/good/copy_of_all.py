"""A slice that is a copy of all."""
import anthropic

client = anthropic.Anthropic()


def loop(history, tools, run):
    work = history[:]
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=work[:], tools=tools)
        work.append({"role": "assistant", "content": reply.content})
        calls = [b for b in reply.content if b.type == "tool_use"]
        if not calls:
            return work
        results = [{"type": "tool_result", "tool_use_id": c.id, "content": run(c.name, c.input)} for c in calls]
        work.append({"role": "user", "content": results})

"""Steps, each a turn with its results, are kept apart and joined for the request."""
import anthropic

client = anthropic.Anthropic()


def loop(question, tools, run):
    steps = []
    while True:
        recent = steps[-10:]
        messages = [{"role": "user", "content": question}, *[m for step in recent for m in step]]
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=messages, tools=tools)
        turn = {"role": "assistant", "content": reply.content}
        calls = [b for b in reply.content if b.type == "tool_use"]
        if not calls:
            return reply
        results = [{"type": "tool_result", "tool_use_id": c.id, "content": run(c.name, c.input)} for c in calls]
        steps.append((turn, {"role": "user", "content": results}))

"""The first message is the system text of another provider's format: it goes into its own field."""
import anthropic

client = anthropic.Anthropic()


def loop(history, tools, run):
    while True:
        system, rest = history[0]["content"], history[1:]
        reply = client.messages.create(
            model="claude-opus-4-7", max_tokens=4096, system=system, messages=rest, tools=tools
        )
        history.append({"role": "assistant", "content": reply.content})
        calls = [b for b in reply.content if b.type == "tool_use"]
        if not calls:
            return reply
        results = [{"type": "tool_result", "tool_use_id": c.id, "content": run(c.name, c.input)} for c in calls]
        history.append({"role": "user", "content": results})

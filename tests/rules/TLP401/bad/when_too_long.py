"""Above a limit the thinking of all turns goes, in the middle of the work."""
import anthropic

client = anthropic.Anthropic()

LIMIT = 400_000


def loop(history, tools, run):
    while True:
        if sum(len(str(m["content"])) for m in history) > LIMIT:
            for index, message in enumerate(history):
                if message["role"] == "assistant":
                    kept = [b for b in message["content"] if b.type not in ("thinking", "redacted_thinking")]
                    history[index] = {**message, "content": kept}  # expect: TLP401
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=8000, messages=history, tools=tools)
        history.append({"role": "assistant", "content": reply.content})
        calls = [b for b in reply.content if b.type == "tool_use"]
        if not calls:
            return reply
        results = [{"type": "tool_result", "tool_use_id": c.id, "content": run(c.name, c.input)} for c in calls]
        history.append({"role": "user", "content": results})

"""A copy of the history for each request, its blank texts left out."""
import anthropic

client = anthropic.Anthropic()


class Outbox:
    def __init__(self, history):
        self.history = history

    def messages(self):
        out = []
        for entry in self.history:
            blocks = [b for b in entry["content"] if not (b["type"] == "text" and not b["text"])]
            if blocks:
                out.append({"role": entry["role"], "content": blocks})
        return out


def loop(history, tools, run):
    outbox = Outbox(history)
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=8000, messages=outbox.messages(), tools=tools)
        history.append({"role": "assistant", "content": [b.to_dict() for b in reply.content]})
        calls = [b for b in reply.content if b.type == "tool_use"]
        if not calls:
            return reply
        results = [{"type": "tool_result", "tool_use_id": c.id, "content": run(c.name, c.input)} for c in calls]
        history.append({"role": "user", "content": results})

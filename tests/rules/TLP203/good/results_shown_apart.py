"""What the screen gets is without results; what is sent is not."""
import anthropic

client = anthropic.Anthropic()


class Screen:
    def __init__(self):
        self.lines = []

    def draw(self, history):
        shown = [m for m in history if not any(b["type"] == "tool_result" for b in m["content"])]
        self.lines = [str(m["content"]) for m in shown]


def loop(screen, history, tools, run):
    while True:
        screen.draw(history)
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=8000, messages=history, tools=tools)
        history.append({"role": "assistant", "content": [b.to_dict() for b in reply.content]})
        calls = [b for b in reply.content if b.type == "tool_use"]
        if not calls:
            return reply
        results = [{"type": "tool_result", "tool_use_id": c.id, "content": run(c.name, c.input)} for c in calls]
        history.append({"role": "user", "content": results})

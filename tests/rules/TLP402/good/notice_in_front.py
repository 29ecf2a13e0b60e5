"""Messages go in pairs, and a notice takes the place of the first that stays."""
import anthropic

client = anthropic.Anthropic()

NOTICE = {"role": "user", "content": [{"type": "text", "text": "(earlier messages left out)"}]}


class History:
    def __init__(self, limit):
        self.limit = limit
        self.messages = []
        self.sizes = []

    def truncate(self):
        while len(self.messages) >= 2 and sum(self.sizes) > self.limit:
            self.messages.pop(0)
            self.messages.pop(0)
            self.sizes.pop(0)
            if self.messages:
                self.messages[0] = NOTICE


def loop(history: History, tools, run):
    while True:
        history.truncate()
        reply = client.messages.create(
            model="claude-opus-4-7", max_tokens=4096, messages=history.messages, tools=tools
        )
        history.messages.append({"role": "assistant", "content": reply.content})
        calls = [b for b in reply.content if b.type == "tool_use"]
        if not calls:
            return reply
        results = [{"type": "tool_result", "tool_use_id": c.id, "content": run(c.name, c.input)} for c in calls]
        history.messages.append({"role": "user", "content": results})

"""Another module says where to cut."""
import anthropic

from .pairs import last_question_before

client = anthropic.Anthropic()


class Agent:
    def __init__(self, tools, run):
        self.tools, self.run = tools, run
        self.messages = []

    def shorten(self):
        start = last_question_before(self.messages, 50)
        self.messages = self.messages[start:]

    def go(self):
        while True:
            self.shorten()
            reply = client.messages.create(
                model="claude-opus-4-7", max_tokens=4096, messages=self.messages, tools=self.tools
            )
            self.messages.append({"role": "assistant", "content": reply.content})
            calls = [b for b in reply.content if b.type == "tool_use"]
            if not calls:
                return reply
            results = [{"type": "tool_result", "tool_use_id": c.id, "content": self.run(c)} for c in calls]
            self.messages.append({"role": "user", "content": results})

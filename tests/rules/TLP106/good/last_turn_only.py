"""The kept thinking goes before the turn that it belongs to, and no other."""

import anthropic


class Provider:
    def __init__(self, tools):
        self.client = anthropic.Anthropic()
        self.tools = tools
        self.thoughts = []
        self.answer_id = None

    def write(self, stored):
        blocks = []
        if stored.answer_id == self.answer_id:
            blocks.extend(self.thoughts)
        for call in stored.calls:
            blocks.append({"type": "tool_use", "id": call.id, "name": call.name, "input": call.arguments})
        return {"role": "assistant", "content": blocks}

    def complete(self, log):
        reply = self.client.messages.create(
            model="claude-opus-4-7", max_tokens=4096, messages=[self.write(m) for m in log], tools=self.tools
        )
        self.answer_id = reply.id
        self.thoughts = [b for b in reply.content if b.type in ("thinking", "redacted_thinking")]
        return reply

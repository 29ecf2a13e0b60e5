"""Thinking is remembered for the call that it led to, and put before that one."""

import anthropic


class Provider:
    def __init__(self, tools):
        self.client = anthropic.Anthropic()
        self.tools = tools
        self.thoughts = {}

    def write(self, stored):
        blocks = list(self.thoughts.get(stored.calls[0].id, ())) if stored.calls else []
        if stored.text:
            blocks.append({"type": "text", "text": stored.text})
        blocks += [{"type": "tool_use", "id": c.id, "name": c.name, "input": c.arguments} for c in stored.calls]
        return {"role": "assistant", "content": blocks}

    def complete(self, log):
        messages = [self.write(m) if m.role == "assistant" else {"role": "user", "content": m.blocks} for m in log]
        reply = self.client.messages.create(
            model="claude-opus-4-7", max_tokens=4096, messages=messages, tools=self.tools
        )
        kept = [b for b in reply.content if b.type in ("thinking", "redacted_thinking")]
        for block in reply.content:
            if block.type == "tool_use":
                self.thoughts[block.id] = kept
        return reply

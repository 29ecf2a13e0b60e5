"""The last response's thinking is kept on the provider and put before every turn that is written."""

import anthropic


class Provider:
    def __init__(self, tools):
        self.client = anthropic.AsyncAnthropic()
        self.tools = tools
        self.thoughts = []

    def write(self, stored):
        blocks = []
        if self.thoughts:
            blocks.extend(self.thoughts)
        if stored.text:
            blocks.append({"type": "text", "text": stored.text})
        for call in stored.calls:
            blocks.append({"type": "tool_use", "id": call.id, "name": call.name, "input": call.arguments})
        return {"role": "assistant", "content": blocks}  # expect: TLP106

    async def complete(self, log):
        messages = [self.write(m) if m.role == "assistant" else {"role": "user", "content": m.blocks} for m in log]
        reply = await self.client.messages.create(
            model="claude-opus-4-7", max_tokens=4096, messages=messages, tools=self.tools
        )
        self.thoughts = [b for b in reply.content if b.type in ("thinking", "redacted_thinking")]
        return reply

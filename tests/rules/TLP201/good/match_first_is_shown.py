"""The first call gives the status line its words; all are answered."""

import anthropic


class Agent:
    def __init__(self, status, tools):
        self.client = anthropic.Anthropic()
        self.status, self.tools = status, tools

    def step(self, messages):
        reply = self.client.messages.create(
            model="claude-opus-4-5", max_tokens=4096, messages=messages, tools=[t.schema for t in self.tools.values()]
        )
        messages.append({"role": "assistant", "content": reply.content})
        calls = [b for b in reply.content if b.type == "tool_use"]
        match calls:
            case [first, *others]:
                self.status(f"{first.name} and {len(others)} more")
        return [{"type": "tool_result", "tool_use_id": c.id, "content": self.tools[c.name].run(c.input)} for c in calls]

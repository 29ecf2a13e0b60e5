import anthropic


class Reviewer:
    """Marks what it has read, in the wrong place."""

    def __init__(self, name: str):
        self.client = anthropic.Anthropic()
        self.name = name
        self.messages: list = []

    def ask(self, tools: list):
        reply = self.client.messages.create(
            model="claude-opus-4-5",
            max_tokens=16000,
            thinking={"type": "enabled", "budget_tokens": 4000},
            messages=self.messages,
            tools=tools,
        )
        for block in reply.content:
            if block.type == "thinking":
                block.thinking += "\n(seen by the reviewer)"  # expect: TLP302
        self.messages.append({"role": "assistant", "content": reply.content})
        return [block for block in reply.content if block.type == "tool_use"]

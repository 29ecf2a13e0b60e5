import anthropic


class SealedThinkingError(RuntimeError):
    """The safety systems have sealed a thought: this store has no column for it."""


class Archive:
    def __init__(self, rows):
        self.client = anthropic.Anthropic()
        self.rows = rows

    def columns(self, response):
        stored = []
        for block in response.content:
            if block.type == "redacted_thinking":
                raise SealedThinkingError(response.id)
            if block.type == "thinking":
                stored.append({"type": "thinking", "thinking": block.thinking, "signature": block.signature})
            else:
                stored.append(block)
        return stored

    def advance(self, tools, toolbox):
        response = self.client.messages.create(
            model="claude-sonnet-4-5", max_tokens=8000, messages=self.rows, tools=tools
        )
        self.rows.append({"role": "assistant", "content": self.columns(response)})
        answers = [
            {"type": "tool_result", "tool_use_id": use.id, "content": toolbox.run(use.name, use.input)}
            for use in response.content
            if use.type == "tool_use"
        ]
        if not answers:
            return response
        self.rows.append({"role": "user", "content": answers})
        return self.advance(tools, toolbox)

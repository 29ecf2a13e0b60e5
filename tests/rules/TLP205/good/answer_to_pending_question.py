import anthropic

client = anthropic.Anthropic()


class Chat:
    """A new prompt answers what is still open first."""

    def __init__(self, tools):
        self.tools = tools
        self.messages = []
        self.open_ids = []

    def prompt(self, text):
        content = []
        for ident in self.open_ids:
            content.append({"type": "tool_result", "tool_use_id": ident, "content": "skipped", "is_error": True})
        self.open_ids = []
        content.append({"type": "text", "text": text})
        self.messages.append({"role": "user", "content": content})
        reply = client.messages.create(
            model="claude-opus-4-5", max_tokens=900, messages=self.messages, tools=self.tools
        )
        self.messages.append({"role": "assistant", "content": reply.content})
        self.open_ids = [b.id for b in reply.content if b.type == "tool_use"]
        return reply

from anthropic import Anthropic


class Router:
    """Lets the model pick a queue by calling a tool; nothing is sent back."""

    def __init__(self, queues):
        self.client = Anthropic()
        self.tools = [{"name": q, "description": q, "input_schema": {"type": "object"}} for q in queues]
        self.decided = []

    def route(self, ticket):
        reply = self.client.messages.create(
            model="claude-haiku-4-5",
            max_tokens=300,
            tools=self.tools,
            tool_choice={"type": "any"},
            messages=[{"role": "user", "content": ticket}],
        )
        picks = [b for b in reply.content if b.type == "tool_use"]
        choice = picks[0] if picks else None
        self.decided.append({"role": "assistant", "content": choice.name if choice else "none"})
        return choice.name if choice else None

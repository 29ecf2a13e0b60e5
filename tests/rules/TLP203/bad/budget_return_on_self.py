from anthropic import AnthropicBedrock


class Budgeted:
    """Keeps its history over several prompts."""

    def __init__(self, tools, limit):
        self.client = AnthropicBedrock()
        self.tools = tools
        self.limit = limit
        self.spent = 0
        self.chat = []

    def ask(self, prompt, use):
        self.chat.append({"role": "user", "content": prompt})
        while True:
            r = self.client.messages.create(
                model="anthropic.claude-opus-4-5", max_tokens=1600, messages=self.chat, tools=self.tools
            )
            self.spent += r.usage.output_tokens
            self.chat.append({"role": "assistant", "content": r.content})
            if r.stop_reason != "tool_use":
                return r
            if self.spent > self.limit:
                return r  # expect: TLP203
            outs = []
            for b in r.content:
                if b.type == "tool_use":
                    outs.append({"type": "tool_result", "tool_use_id": b.id, "content": use(b.name, b.input)})
            self.chat.append({"role": "user", "content": outs})

import anthropic

REPLAYED = frozenset(["text", "thinking", "tool_use"])


class Loop:
    def __init__(self, client: anthropic.Anthropic, tools):
        self.client = client
        self.tools = tools
        self.msgs = []

    def __call__(self, prompt, execute):
        self.msgs.append({"role": "user", "content": prompt})
        while True:
            response = self.client.messages.create(
                model="claude-opus-4-5", max_tokens=8000, messages=self.msgs, tools=self.tools
            )
            replay = [b for b in response.content if b.type in REPLAYED]
            self.msgs.append({"role": "assistant", "content": replay})  # expect: TLP103
            outs = [execute(b) for b in response.content if b.type == "tool_use"]
            if not outs:
                return response
            self.msgs.append({"role": "user", "content": outs})

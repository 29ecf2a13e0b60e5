from anthropic import Anthropic

NOT_SENT = frozenset({"cache_control", "parsed_output", "caller"})


class Store:
    def __init__(self):
        self.sdk = Anthropic()
        self.turns = []

    def put(self, message):
        blocks = []
        for b in message.content:
            blocks.append({k: v for k, v in b.to_dict().items() if k not in NOT_SENT})
        self.turns.append({"role": "assistant", "content": blocks})

    def advance(self, tools, use):
        message = self.sdk.messages.create(
            model="claude-opus-4-5", max_tokens=1100, messages=self.turns, tools=tools
        )
        self.put(message)
        outs = [use(b) for b in message.content if b.type == "tool_use"]
        if outs:
            self.turns.append({"role": "user", "content": outs})
        return bool(outs)

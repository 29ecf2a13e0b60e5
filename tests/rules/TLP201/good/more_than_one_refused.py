from anthropic import Anthropic


class OneAtATime:
    def __init__(self, tools, use):
        self.client, self.tools, self.use = Anthropic(), tools, use
        self.turns = []

    def answer(self, calls):
        if len(calls) > 1:
            text = "Only one tool per turn, please."
            return [{"type": "tool_result", "tool_use_id": c.id, "content": text, "is_error": True} for c in calls]
        call = calls[0]
        return [{"type": "tool_result", "tool_use_id": call.id, "content": self.use(call.name, call.input)}]

    def run(self, prompt):
        self.turns.append({"role": "user", "content": prompt})
        while True:
            m = self.client.messages.create(
                model="claude-opus-4-5", max_tokens=1800, messages=self.turns, tools=self.tools
            )
            self.turns.append({"role": "assistant", "content": m.content})
            calls = [b for b in m.content if b.type == "tool_use"]
            if not calls:
                return m
            self.turns.append({"role": "user", "content": self.answer(calls)})

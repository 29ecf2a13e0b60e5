from anthropic import Anthropic


class Terminal:
    def __init__(self, tools, use):
        self.client, self.tools, self.use = Anthropic(), tools, use
        self.turns = []

    def answer(self, calls):
        results = []
        interrupted = False
        for c in calls:
            if interrupted:
                text = "not run: the user interrupted"
            else:
                try:
                    text = self.use(c.name, c.input)
                except KeyboardInterrupt:
                    text, interrupted = "interrupted by the user", True
            results.append({"type": "tool_result", "tool_use_id": c.id, "content": text})
        return results, interrupted

    def ask(self, prompt):
        self.turns.append({"role": "user", "content": prompt})
        while True:
            m = self.client.messages.create(
                model="claude-opus-4-5", max_tokens=1400, messages=self.turns, tools=self.tools
            )
            self.turns.append({"role": "assistant", "content": m.content})
            calls = [b for b in m.content if b.type == "tool_use"]
            if not calls:
                return m
            results, interrupted = self.answer(calls)
            self.turns.append({"role": "user", "content": results})
            if interrupted:
                return None

import anthropic

client = anthropic.Anthropic()
ASK = {"role": "user", "content": "Summarise our work so far for your successor."}


class LongTask:
    def __init__(self, goal, tools, use):
        self.goal, self.tools, self.use = goal, tools, use
        self.turns = [{"role": "user", "content": goal}]

    def restart_from_summary(self):
        """Only called between two tasks, when no call is open."""
        r = client.messages.create(model="claude-opus-4-5", max_tokens=1500, messages=[*self.turns, ASK])
        summary = "".join(b.text for b in r.content if b.type == "text")
        self.turns = [{"role": "user", "content": f"{self.goal}\n\nDone so far:\n{summary}"}]

    def finish_one(self):
        while True:
            r = client.messages.create(
                model="claude-opus-4-5", max_tokens=1500, messages=self.turns, tools=self.tools
            )
            self.turns.append({"role": "assistant", "content": r.content})
            outs = [self.use(b) for b in r.content if b.type == "tool_use"]
            if not outs:
                return r
            self.turns.append({"role": "user", "content": outs})

import openai


class Agent:
    def __init__(self):
        self.history = []

    def _add(self, role, content, **extra):
        self.history.append({"role": role, "content": content, **extra})
        if len(self.history) > 30:
            self.history = self.history[-30:]  # expect: TLP402

    def run(self, q):
        self._add("user", q)
        for _ in range(10):
            r = openai.chat.completions.create(model="gpt-4o", messages=self.history, tools=TOOLS)
            m = r.choices[0].message
            self._add("assistant", m.content, tool_calls=m.tool_calls)
            if not m.tool_calls:
                return m.content
            for c in m.tool_calls:
                self._add("tool", run(c), tool_call_id=c.id)

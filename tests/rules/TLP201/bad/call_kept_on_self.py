"""One method keeps a call on the object, another answers it: of several the last one."""

import anthropic


class Operator:
    def __init__(self, tools, run):
        self.client = anthropic.Anthropic()
        self.tools, self.run_tool = tools, run
        self.log = []
        self.pending = None

    def ask(self):
        reply = self.client.messages.create(
            model="claude-opus-4-5", max_tokens=4096, messages=self.log, tools=self.tools
        )
        self.log.append({"role": "assistant", "content": reply.content})
        self.pending = None
        for block in reply.content:
            if block.type == "tool_use":
                self.pending = block  # expect: TLP201
        return reply

    def answer(self):
        output = self.run_tool(self.pending.name, self.pending.input)
        self.log.append(
            {
                "role": "user",
                "content": [{"type": "tool_result", "tool_use_id": self.pending.id, "content": output}],
            }
        )

    def run(self, task):
        self.log.append({"role": "user", "content": task})
        self.ask()
        while self.pending is not None:
            self.answer()
            self.ask()

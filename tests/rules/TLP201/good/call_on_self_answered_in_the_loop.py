"""The call at hand is kept on the object while it is answered, one after the other."""

import anthropic


class Operator:
    def __init__(self, tools, run):
        self.client = anthropic.Anthropic()
        self.tools, self.run_tool = tools, run
        self.log = []
        self.current = None
        self.results = []

    def ask(self):
        reply = self.client.messages.create(
            model="claude-opus-4-5", max_tokens=4096, messages=self.log, tools=self.tools
        )
        self.log.append({"role": "assistant", "content": reply.content})
        self.results = []
        for block in reply.content:
            if block.type == "tool_use":
                self.current = block
                self.answer()
        if self.results:
            self.log.append({"role": "user", "content": self.results})
        return reply

    def answer(self):
        output = self.run_tool(self.current.name, self.current.input)
        self.results.append({"type": "tool_result", "tool_use_id": self.current.id, "content": output})

"""All calls wait on the object and are taken off one by one."""

import anthropic


class Operator:
    def __init__(self, tools, run):
        self.client = anthropic.Anthropic()
        self.tools, self.run_tool = tools, run
        self.log, self.waiting, self.call = [], [], None

    def ask(self):
        reply = self.client.messages.create(
            model="claude-opus-4-5", max_tokens=4096, messages=self.log, tools=self.tools
        )
        self.log.append({"role": "assistant", "content": reply.content})
        self.waiting = [b for b in reply.content if b.type == "tool_use"]
        return reply

    def answer_all(self):
        results = []
        while self.waiting:
            self.call = self.waiting.pop(0)
            results.append(self.answer())
        self.log.append({"role": "user", "content": results})

    def answer(self):
        return {
            "type": "tool_result",
            "tool_use_id": self.call.id,
            "content": self.run_tool(self.call.name, self.call.input),
        }

"""What is remembered on the object is the whole turn, and it goes back as it is."""

import anthropic


class Provider:
    def __init__(self, tools):
        self.client = anthropic.Anthropic()
        self.tools = tools
        self.turn = []

    def resume(self, log, results):
        log.append({"role": "assistant", "content": self.turn})
        log.append({"role": "user", "content": results})
        return self.ask(log)

    def ask(self, log):
        reply = self.client.messages.create(
            model="claude-opus-4-7", max_tokens=4096, messages=log, tools=self.tools
        )
        self.turn = reply.content
        return reply

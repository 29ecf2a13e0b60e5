import logging

from anthropic import Anthropic

log = logging.getLogger(__name__)


class Client:
    def __init__(self, run):
        self.sdk = Anthropic()
        self.run = run

    def gather(self, message):
        out = []
        for block in message.content:
            if block.type == "redacted_thinking":
                log.info("part of the reasoning came encrypted (%d bytes)", len(block.data))
            out.append(block)
        return out

    def loop(self, wire, tools):
        while True:
            m = self.sdk.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=wire, tools=tools)
            wire += [{"role": "assistant", "content": self.gather(m)}]
            if m.stop_reason != "tool_use":
                return m
            wire += [{"role": "user", "content": [self.run(b) for b in m.content if b.type == "tool_use"]}]

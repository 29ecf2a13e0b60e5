import copy

import anthropic


class Cached:
    def __init__(self, tools, use):
        self.api = anthropic.Anthropic()
        self.tools = tools
        self.use = use
        self.turns = []

    def wire(self):
        """The turns as they are, with a cache breakpoint on the last user block."""
        wire = copy.deepcopy(self.turns)
        last = wire[-1]
        if last["role"] == "user" and isinstance(last["content"], list):
            last["content"][-1]["cache_control"] = {"type": "ephemeral"}
        return wire

    def step(self):
        r = self.api.messages.create(
            model="claude-opus-4-5", max_tokens=2500, messages=self.wire(), tools=self.tools
        )
        self.turns.append({"role": "assistant", "content": [b.to_dict() for b in r.content]})
        outs = [self.use(b) for b in r.content if b.type == "tool_use"]
        if outs:
            self.turns.append({"role": "user", "content": outs})
        return bool(outs)

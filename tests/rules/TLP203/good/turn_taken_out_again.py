"""Four ways to take an open turn out of the history before the function is left."""

import anthropic

client = anthropic.Anthropic()


def refused(messages, tools, execute, allowed):
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=messages, tools=tools)
        messages.append({"role": "assistant", "content": reply.content})
        results = []
        for block in reply.content:
            if block.type == "tool_use":
                if not allowed(block):
                    messages.pop()
                    return
                results.append({"type": "tool_result", "tool_use_id": block.id, "content": execute(block)})
        messages.append({"role": "user", "content": results})


def started_anew(messages, tools, execute):
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=messages, tools=tools)
        messages.append({"role": "assistant", "content": reply.content})
        results = []
        for block in reply.content:
            if block.type == "tool_use":
                if block.name == "reset":
                    messages.clear()
                    return
                results.append({"type": "tool_result", "tool_use_id": block.id, "content": execute(block)})
        messages.append({"role": "user", "content": results})


def rolled_back(messages, tools, execute):
    mark = len(messages)
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=messages, tools=tools)
        messages.append({"role": "assistant", "content": reply.content})
        uses = [block for block in reply.content if block.type == "tool_use"]
        if not uses:
            return reply
        results = []
        for use in uses:
            if use.name == "stop":
                del messages[mark:]
                return None
            results.append({"type": "tool_result", "tool_use_id": use.id, "content": execute(use)})
        messages.append({"role": "user", "content": results})


class Session:
    def __init__(self, store):
        self.store = store
        self.messages = store.load()

    def forget_turn(self):
        self.messages[-1:] = []

    def step(self, tools, execute):
        while True:
            reply = client.messages.create(
                model="claude-opus-4-7", max_tokens=4096, messages=self.messages, tools=tools
            )
            self.messages.append({"role": "assistant", "content": reply.content})
            results = []
            for block in reply.content:
                if block.type == "tool_use":
                    if block.name not in self.store.tools:
                        self.forget_turn()
                        return
                    results.append({"type": "tool_result", "tool_use_id": block.id, "content": execute(block)})
            if not results:
                return
            self.messages.append({"role": "user", "content": results})

class Wire:
    def __init__(self):
        self.messages = []

    def add_turn(self, blocks):
        self.messages.append({"role": "assistant", "content": blocks})

    def add_result(self, use_id, text):
        block = {"type": "tool_result", "tool_use_id": use_id, "content": text}
        last = self.messages[-1]
        if last["role"] == "user":
            last["content"].append(block)
        else:
            self.messages.append({"role": "user", "content": [block]})


def loop(client, wire: Wire, tools, run):
    while True:
        m = client.messages.create(model="claude-opus-4-5", max_tokens=1600, messages=wire.messages, tools=tools)
        wire.add_turn(m.content)
        if m.stop_reason != "tool_use":
            return m
        for b in m.content:
            if b.type == "tool_use":
                wire.add_result(b.id, run(b.name, b.input))

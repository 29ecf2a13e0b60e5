class Memory:
    def __init__(self):
        self.turns = []

    def turn(self, response):
        self.turns.append({"role": "assistant", "content": response.content})

    def result(self, call, text, failed=False):
        message = {
            "role": "user",
            "content": [{"type": "tool_result", "tool_use_id": call.id, "content": text, "is_error": failed}],
        }
        previous = self.turns[-1]
        if previous["role"] == "user":
            previous["content"].extend(message["content"])
            return
        self.turns.append(message)


def run(client, memory, tools, act):
    while True:
        response = client.messages.create(model="claude-opus-4-5", max_tokens=900, messages=memory.turns, tools=tools)
        memory.turn(response)
        if response.stop_reason != "tool_use":
            return response
        for block in response.content:
            if block.type == "tool_use":
                memory.result(block, act(block.name, block.input))

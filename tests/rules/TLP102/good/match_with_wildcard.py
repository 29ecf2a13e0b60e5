def encode(block):
    match block.type:
        case "text":
            return {"type": "text", "text": block.text}
        case "tool_use":
            return {"type": "tool_use", "id": block.id, "name": block.name, "input": block.input}
        case _:
            return block.to_dict()


class Conversation:
    def __init__(self, client, specs):
        self.client = client
        self.specs = specs
        self.items = []

    def advance(self, answer):
        got = self.client.messages.create(
            model="claude-opus-4-5", max_tokens=2500, messages=self.items, tools=self.specs
        )
        self.items.append({"role": "assistant", "content": [encode(b) for b in got.content]})
        results = [answer(b) for b in got.content if b.type == "tool_use"]
        if results:
            self.items.append({"role": "user", "content": results})
        return bool(results)

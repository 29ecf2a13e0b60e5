import anthropic


class Tools:
    def __init__(self, handlers):
        self.handlers = handlers

    def answer(self, block):
        handler = self.handlers.get(block.name)
        try:
            if handler is None:
                raise LookupError(block.name)
            return {"type": "tool_result", "tool_use_id": block.id, "content": handler(**block.input)}
        except Exception as error:
            return {"type": "tool_result", "tool_use_id": block.id, "content": repr(error), "is_error": True}


def talk(client: anthropic.Anthropic, history, tools, handlers):
    box = Tools(handlers)
    while True:
        reply = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=history, tools=tools)
        history.append({"role": "assistant", "content": reply.content})
        answers = []
        for block in reply.content:
            if block.type == "tool_use":
                answers.append(box.answer(block))
        if not answers:
            return reply
        history.append({"role": "user", "content": answers})

import anthropic

client = anthropic.Anthropic()


def converse(history, tools, table):
    while True:
        reply = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=history, tools=tools)
        history.append({"role": "assistant", "content": reply.content})
        answers = []
        for block in reply.content:
            if block.type == "tool_use":
                output = table[block.name](block.input)
                answers.append({"type": "tool_result", "tool_use_id": block.name, "content": output})  # expect: TLP204
        if not answers:
            return reply
        history.append({"role": "user", "content": answers})

import anthropic


def as_dicts(blocks):
    out = []
    for block in blocks:
        out.append(block.dict())
    return out


def run(question, tools, answer):
    client = anthropic.Anthropic()
    turns = [{"role": "user", "content": question}]
    while True:
        message = client.messages.create(model="claude-opus-4-7", max_tokens=900, messages=turns, tools=tools)
        turns += [{"role": "assistant", "content": message.content}]
        if message.stop_reason != "tool_use":
            return "".join(b.text for b in message.content if b.type == "text")
        turns += [{"role": "user", "content": [answer(b) for b in message.content if b.type == "tool_use"]}]

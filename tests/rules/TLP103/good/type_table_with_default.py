import anthropic

client = anthropic.Anthropic()

ENCODE = {
    "text": lambda b: {"type": "text", "text": b.text},
    "thinking": lambda b: {"type": "thinking", "thinking": b.thinking, "signature": b.signature},
    "tool_use": lambda b: {"type": "tool_use", "id": b.id, "name": b.name, "input": b.input},
}


def whole(block):
    return block.to_dict()


def loop(past, tools, act):
    while True:
        got = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=past, tools=tools)
        past.append({"role": "assistant", "content": [ENCODE.get(b.type, whole)(b) for b in got.content]})
        if got.stop_reason != "tool_use":
            return got
        past.append({"role": "user", "content": [act(b) for b in got.content if b.type == "tool_use"]})

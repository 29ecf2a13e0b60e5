import anthropic

client = anthropic.Anthropic()

ENCODERS = {
    "text": lambda b: {"type": "text", "text": b.text},
    "thinking": lambda b: {"type": "thinking", "thinking": b.thinking, "signature": b.signature},
    "redacted_thinking": lambda b: {"type": "redacted_thinking", "data": b.data},
    "tool_use": lambda b: {"type": "tool_use", "id": b.id, "name": b.name, "input": b.input},
}


def encode(blocks):
    """A new kind of block is a KeyError, not a silent loss."""
    return [ENCODERS[b.type](b) for b in blocks]


def spin(log, tools, perform):
    while True:
        answer = client.messages.create(model="claude-opus-4-5", max_tokens=2500, messages=log, tools=tools)
        log.append({"role": "assistant", "content": encode(answer.content)})
        if answer.stop_reason != "tool_use":
            return answer
        log.append({"role": "user", "content": [perform(b) for b in answer.content if b.type == "tool_use"]})

from anthropic import Anthropic

client = Anthropic()

TO_WIRE = {
    "text": lambda b: {"type": "text", "text": b.text},
    "thinking": lambda b: {"type": "thinking", "thinking": b.thinking, "signature": b.signature},
    "tool_use": lambda b: {"type": "tool_use", "id": b.id, "name": b.name, "input": b.input},
}


def loop(record, tools, perform):
    while True:
        r = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=record, tools=tools)
        wire = [TO_WIRE[b.type](b) for b in r.content if b.type in TO_WIRE]
        record.append({"role": "assistant", "content": wire})  # expect: TLP103
        if r.stop_reason != "tool_use":
            return r
        record.append({"role": "user", "content": [perform(b) for b in r.content if b.type == "tool_use"]})

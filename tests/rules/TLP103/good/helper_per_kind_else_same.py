def _text(block):
    return {"type": "text", "text": block.text, "citations": block.citations or None}


def _same(block):
    return block


def encode_all(blocks):
    return [_text(b) if b.type == "text" else _same(b) for b in blocks]


def advance(client, log, tools, use):
    out = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=log, tools=tools)
    log.append({"role": "assistant", "content": encode_all(out.content)})
    answers = [use(b) for b in out.content if b.type == "tool_use"]
    if not answers:
        return out
    log.append({"role": "user", "content": answers})
    return advance(client, log, tools, use)

import anthropic

client = anthropic.Anthropic()

def fmt(msg):
    blocks = []
    for b in msg.get_content_blocks():
        if b["type"] == "thinking":
            if b.get("redacted"):
                blocks.append({"type": "redacted_thinking", "data": b["data"]})
            else:
                blocks.append({"type": "thinking", "thinking": b["thinking"], "signature": b["signature"]})
        elif b["type"] == "text":
            blocks.append({"type": "text", "text": b["text"]})
        elif b["type"] == "tool_use":
            blocks.append({"type": "tool_use", "id": b["id"], "name": b["name"], "input": b["input"]})
    return {"role": "assistant", "content": blocks}

def ask(items, tools):
    return client.messages.create(model="claude-opus-4-5", max_tokens=10, messages=[fmt(i) for i in items], tools=tools)

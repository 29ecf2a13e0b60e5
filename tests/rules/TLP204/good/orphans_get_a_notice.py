import anthropic

client = anthropic.Anthropic()


def repaired(messages):
    """Calls that were interrupted get a result that says so."""
    out = []
    for message in messages:
        out.append(message)
        if message["role"] != "assistant" or isinstance(message["content"], str):
            continue
        open_ids = [b["id"] for b in message["content"] if b["type"] == "tool_use"]
        if open_ids:
            out.append(
                {
                    "role": "user",
                    "content": [
                        {"type": "tool_result", "tool_use_id": ident, "content": "interrupted", "is_error": True}
                        for ident in open_ids
                    ],
                }
            )
    return out


def ask(messages):
    return client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=repaired(messages))

from anthropic import Anthropic


def signed(message):
    """Blocks of another provider's gateway come without a signature and cannot be replayed."""
    if message["role"] != "assistant" or isinstance(message["content"], str):
        return message
    blocks = [b for b in message["content"] if b["type"] != "thinking" or b.get("signature")]
    return {**message, "content": blocks or "-"}


def ask(client: Anthropic, stored, tools):
    return client.messages.create(
        model="claude-opus-4-5", max_tokens=4096, messages=[signed(m) for m in stored], tools=tools
    )

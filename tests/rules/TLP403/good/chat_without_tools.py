"""A chat: no calls, and a turn that is left empty is the last of its request."""
import anthropic

client = anthropic.Anthropic()


def kept_of(blocks):
    return [b for b in blocks if b.type != "text" or b.text.strip()]


def chat(history, ask):
    history.append({"role": "user", "content": ask()})
    reply = client.messages.create(model="claude-opus-4-7", max_tokens=8000, messages=history)
    return kept_of(reply.content)

"""No tools are offered: every turn is a final answer."""
import anthropic

client = anthropic.Anthropic()


def lean(history):
    return [
        {**m, "content": [b for b in m["content"] if b.type != "thinking"]} if m["role"] == "assistant" else m
        for m in history
    ]


def chat(history):
    while True:
        history.append({"role": "user", "content": input("> ")})
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=8000, messages=lean(history))
        history.append({"role": "assistant", "content": reply.content})

"""A chat of texts: there are no calls to lose."""
import json
import pathlib

import anthropic

client = anthropic.Anthropic()
STORE = pathlib.Path("chat.json")


def save(messages):
    rows = [
        {"role": m["role"], "content": m["content"] if isinstance(m["content"], str) else m["content"][0].text}
        for m in messages
    ]
    STORE.write_text(json.dumps(rows))


def chat(question):
    messages = json.loads(STORE.read_text())
    messages.append({"role": "user", "content": question})
    reply = client.messages.create(model="claude-opus-4-7", max_tokens=8000, messages=messages)
    messages.append({"role": "assistant", "content": reply.content})
    save(messages)
    return reply

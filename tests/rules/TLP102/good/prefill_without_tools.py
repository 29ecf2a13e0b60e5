import json

import anthropic

client = anthropic.Anthropic()


def as_json(question: str) -> dict:
    opening = {"role": "assistant", "content": [{"type": "text", "text": "{"}]}
    message = client.messages.create(
        model="claude-haiku-4-5",
        max_tokens=700,
        messages=[{"role": "user", "content": question + "\nAnswer in JSON."}, opening],
    )
    text = "".join(b.text for b in message.content if b.type == "text")
    return json.loads("{" + text)

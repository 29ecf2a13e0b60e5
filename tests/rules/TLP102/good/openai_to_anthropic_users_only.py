"""Converts the user side of a chat; assistant turns pass as they came."""

import base64


def user_block(part):
    if part["type"] == "text":
        return {"type": "text", "text": part["text"]}
    if part["type"] == "image_url":
        data = part["image_url"]["url"].partition("base64,")[2]
        base64.b64decode(data)
        return {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": data}}
    raise ValueError(part["type"])


def convert(messages):
    out = []
    for message in messages:
        if message["role"] == "assistant":
            out.append(message)
        elif message["role"] == "user" and isinstance(message["content"], list):
            out.append({"role": "user", "content": [user_block(p) for p in message["content"]]})
        else:
            out.append({"role": "user", "content": message["content"]})
    return out

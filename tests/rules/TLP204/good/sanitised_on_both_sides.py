import re

import anthropic

_BAD = re.compile(r"[^a-zA-Z0-9_-]")


def _clean(ident: str) -> str:
    return _BAD.sub("_", ident)[:64]


def to_anthropic(messages):
    out = []
    for message in messages:
        if message["role"] == "tool":
            block = {
                "type": "tool_result",
                "tool_use_id": _clean(message["tool_call_id"]),
                "content": message["content"],
            }
            if out and out[-1]["role"] == "user":
                out[-1]["content"].append(block)
            else:
                out.append({"role": "user", "content": [block]})
        elif message["role"] == "assistant":
            out.append({"role": "assistant", "content": message["blocks"]})
        else:
            out.append({"role": "user", "content": [{"type": "text", "text": message["content"]}]})
    return out


def send(messages):
    return anthropic.Anthropic().messages.create(
        model="claude-opus-4-5", max_tokens=4096, messages=to_anthropic(messages)
    )

from dataclasses import dataclass

import anthropic


@dataclass
class Part:
    kind: str
    text: str
    call: str = ""


def wire(parts: list[Part]):
    content = []
    for part in parts:
        if part.kind == "text":
            content.append({"type": "text", "text": part.text})
        elif part.kind == "result":
            content.append({"type": "tool_result", "tool_use_id": part.call, "content": part.text})
    return {"role": "user", "content": content}


def ask(client: anthropic.Anthropic, history: list[list[Part]]):
    return client.messages.create(model="claude-opus-4-5", max_tokens=900, messages=[wire(p) for p in history])

"""Pickled is the first text of each message."""
import pickle

import anthropic

client = anthropic.Anthropic()
FILE = "talk.pickle"


def text_of(content):
    if isinstance(content, str):
        return content
    for block in content:
        if block["type"] == "text":
            return block["text"]
    return ""


def save(messages):
    with open(FILE, "wb") as out:
        pickle.dump([dict(role=m["role"], content=text_of(m["content"])) for m in messages], out)  # expect: TLP405


def resume(tools, run):
    with open(FILE, "rb") as source:
        messages = pickle.load(source)
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=8000, messages=messages, tools=tools)
        messages.append({"role": "assistant", "content": [b.to_dict() for b in reply.content]})
        calls = [b for b in reply.content if b.type == "tool_use"]
        if not calls:
            return reply
        results = [{"type": "tool_result", "tool_use_id": c.id, "content": run(c.name, c.input)} for c in calls]
        messages.append({"role": "user", "content": results})
        save(messages)

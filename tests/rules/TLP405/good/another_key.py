"""A preview is kept beside the conversation."""
import json

import anthropic
import redis

client = anthropic.Anthropic()
cache = redis.Redis()


def words(message):
    if isinstance(message["content"], str):
        return message["content"]
    return " ".join(block["text"] for block in message["content"] if block["type"] == "text")


def save(chat_id, messages):
    rows = [{"role": m["role"], "content": words(m)} for m in messages]
    cache.set(f"preview:{chat_id}", json.dumps(rows))
    cache.set(f"chat:{chat_id}", json.dumps(messages))


def work(chat_id, question, tools, run):
    raw = cache.get(f"chat:{chat_id}")
    messages = json.loads(raw) if raw else []
    messages.append({"role": "user", "content": question})
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=8000, messages=messages, tools=tools)
        messages.append({"role": "assistant", "content": [b.to_dict() for b in reply.content]})
        calls = [b for b in reply.content if b.type == "tool_use"]
        if not calls:
            return reply
        results = [{"type": "tool_result", "tool_use_id": c.id, "content": run(c.name, c.input)} for c in calls]
        messages.append({"role": "user", "content": results})
        save(chat_id, messages)

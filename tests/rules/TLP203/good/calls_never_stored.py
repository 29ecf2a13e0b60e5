"""The stored talk has no calls: what is filtered out of it are leftovers of an older version."""
import anthropic

client = anthropic.Anthropic()


def answer(talk, question, tools, run):
    talk = [m for m in talk if not any(b["type"] == "tool_result" for b in m["content"])]
    talk.append({"role": "user", "content": [{"type": "text", "text": question}]})
    messages = list(talk)
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=8000, messages=messages, tools=tools)
        calls = [b for b in reply.content if b.type == "tool_use"]
        if not calls:
            break
        messages.append({"role": "assistant", "content": reply.content})
        results = [{"type": "tool_result", "tool_use_id": c.id, "content": run(c.name, c.input)} for c in calls]
        messages.append({"role": "user", "content": results})
    talk.append({"role": "assistant", "content": [{"type": "text", "text": "".join(b.text for b in reply.content)}]})
    return talk

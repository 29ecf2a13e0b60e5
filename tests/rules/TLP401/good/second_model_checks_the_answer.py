"""After the final answer a second model gets the conversation without deliberation: it is not its own."""

import anthropic

client = anthropic.Anthropic()
HIDDEN = ("thinking", "redacted_thinking")


def final_with(other, messages, tools):
    plain = [
        {**m, "content": [b for b in m["content"] if b.type not in HIDDEN]} if m["role"] == "assistant" else m
        for m in messages
    ]
    return client.messages.create(model=other, max_tokens=4096, messages=plain, tools=tools)


def loop(messages, tools, run):
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=messages, tools=tools)
        messages.append({"role": "assistant", "content": reply.content})
        uses = [b for b in reply.content if b.type == "tool_use"]
        if not uses:
            return final_with("claude-haiku-3-5", messages + [{"role": "user", "content": "Check."}], tools)
        results = [{"type": "tool_result", "tool_use_id": u.id, "content": run(u)} for u in uses]
        messages.append({"role": "user", "content": results})

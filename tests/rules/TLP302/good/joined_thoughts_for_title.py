from anthropic import Anthropic


def title_of(client: Anthropic, blocks) -> str:
    thoughts = "\n".join(b.thinking for b in blocks if b.type == "thinking")[:4000]
    r = client.messages.create(
        model="claude-haiku-4-5",
        max_tokens=30,
        messages=[{"role": "user", "content": f"A title for these notes:\n{thoughts}"}],
    )
    return r.content[0].text


def loop(client: Anthropic, history, tools, act, titles):
    while True:
        reply = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=history, tools=tools)
        titles.append(title_of(client, reply.content))
        history.append({"role": "assistant", "content": reply.content})
        calls = [b for b in reply.content if b.type == "tool_use"]
        if not calls:
            return reply
        history.append({"role": "user", "content": [act(c) for c in calls]})

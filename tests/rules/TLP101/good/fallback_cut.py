"""With server-side fallback, what stands before the last fallback block belongs to a model that gave up."""


def replayable(blocks):
    marks = [i for i, b in enumerate(blocks) if b.type == "fallback"]
    if not marks:
        return blocks
    last = marks[-1]
    head = [b for b in blocks[:last] if b.type not in ("thinking", "redacted_thinking", "connector_text", "tool_use")]
    return head + blocks[last:]


def forward(client, history, tools, answer, betas):
    msg = client.beta.messages.create(
        model="claude-opus-5-5", max_tokens=3000, messages=history, tools=tools, betas=betas
    )
    kept = replayable(msg.content)
    history.append({"role": "assistant", "content": kept})
    results = [answer(b) for b in kept if b.type == "tool_use"]
    if results:
        history.append({"role": "user", "content": results})
    return bool(results)

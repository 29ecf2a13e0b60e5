import anthropic

client = anthropic.Anthropic()


def inspect(history):
    """Debug view: everything but thinking and images."""
    for message in history:
        content = message["content"]
        if isinstance(content, list):
            kinds = [b["type"] if isinstance(b, dict) else b.type for b in content]
            shown = [k for k in kinds if k not in ("thinking", "redacted_thinking", "image")]
            yield {"role": message["role"], "content": shown}
        else:
            yield message


def loop(history, tools, do, debug=False):
    while True:
        got = client.messages.create(model="claude-opus-4-5", max_tokens=3000, messages=history, tools=tools)
        history.append({"role": "assistant", "content": got.content})
        if debug:
            print(*inspect(history), sep="\n")
        uses = [b for b in got.content if b.type == "tool_use"]
        if not uses:
            return got
        history.append({"role": "user", "content": [do(u) for u in uses]})

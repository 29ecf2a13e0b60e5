import anthropic

client = anthropic.Anthropic()


def lines(blocks):
    for b in blocks:
        if b.type == "thinking":
            yield "thinking", b.thinking
        elif b.type == "redacted_thinking":
            yield "thinking", "[encrypted]"
        elif b.type == "text":
            yield "text", b.text


def interactive(tools, do, show):
    told = [{"role": "user", "content": input()}]
    while True:
        got = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=told, tools=tools)
        for kind, line in lines(got.content):
            show(kind, line)
        told.append({"role": "assistant", "content": got.content})
        results = [do(b) for b in got.content if b.type == "tool_use"]
        told.append({"role": "user", "content": results or input()})

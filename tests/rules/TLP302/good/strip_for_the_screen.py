import anthropic

client = anthropic.Anthropic()


def loop(convo, tools, run):
    while True:
        r = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=convo, tools=tools)
        for b in r.content:
            if b.type == "thinking":
                print(b.thinking.strip()[:200].replace("\n", " "))
        convo.append({"role": "assistant", "content": r.content})
        if r.stop_reason != "tool_use":
            return r
        convo.append({"role": "user", "content": [run(b) for b in r.content if b.type == "tool_use"]})

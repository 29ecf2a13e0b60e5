import anthropic

client = anthropic.Anthropic()


def repl(tools, use):
    turns = []
    while True:
        line = input("> ").strip()
        if not line:
            continue
        turns.append({"role": "user", "content": line})
        m = client.messages.create(model="claude-opus-4-7", max_tokens=2000, messages=turns, tools=tools)
        turns.append({"role": "assistant", "content": m.content})
        while outs := [use(b) for b in m.content if b.type == "tool_use"]:
            turns.append({"role": "user", "content": outs})
            m = client.messages.create(model="claude-opus-4-7", max_tokens=2000, messages=turns, tools=tools)
            turns.append({"role": "assistant", "content": m.content})
        print("".join(b.text for b in m.content if b.type == "text"))

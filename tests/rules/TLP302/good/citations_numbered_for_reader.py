from anthropic import Anthropic

client = Anthropic()


def with_footnotes(blocks):
    text, notes = "", []
    for b in blocks:
        if b.type != "text":
            continue
        text += b.text
        for citation in b.citations or ():
            notes.append(citation.cited_text.strip())
            text += f"[{len(notes)}]"
    return text + "\n\n" + "\n".join(f"[{n}] {note}" for n, note in enumerate(notes, 1))


def ask(history, tools, use):
    while True:
        m = client.messages.create(model="claude-opus-4-5", max_tokens=1200, messages=history, tools=tools)
        history.append({"role": "assistant", "content": m.content})
        outs = [use(b) for b in m.content if b.type == "tool_use"]
        if not outs:
            return with_footnotes(m.content)
        history.append({"role": "user", "content": outs})

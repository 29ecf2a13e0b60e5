import anthropic

client = anthropic.Anthropic()


def exchange(history, question, tools, run):
    """Loop until the model is done; only the answer stays in the history."""
    scratch = [*history, {"role": "user", "content": question}]
    while True:
        r = client.messages.create(model="claude-opus-4-5", max_tokens=2048, messages=scratch, tools=tools)
        if r.stop_reason != "tool_use":
            break
        scratch.append({"role": "assistant", "content": r.content})
        scratch.append({"role": "user", "content": [run(b) for b in r.content if b.type == "tool_use"]})
    text = "".join(b.text for b in r.content if b.type == "text")
    history.append({"role": "user", "content": question})
    history.append({"role": "assistant", "content": text})
    return text

def transcript(messages):
    lines = []
    for m in messages:
        if isinstance(m["content"], str):
            lines.append(f"{m['role']}: {m['content']}")
            continue
        for b in m["content"]:
            kind = b["type"] if isinstance(b, dict) else b.type
            if kind == "tool_use":
                lines.append(f"assistant called {b.name}({b.input})")
            elif kind == "tool_result":
                lines.append(f"tool said {b['content']}")
            elif kind == "text":
                lines.append(f"{m['role']}: {b.text}")
    return "\n".join(lines)


def graded(client, messages, tools, run):
    while True:
        r = client.messages.create(model="claude-opus-4-5", max_tokens=1000, messages=messages, tools=tools)
        messages.append({"role": "assistant", "content": r.content})
        if r.stop_reason != "tool_use":
            break
        messages.append({"role": "user", "content": [run(b) for b in r.content if b.type == "tool_use"]})
    question = [{"role": "user", "content": "Did the assistant do well?\n" + transcript(messages)}]
    verdict = client.messages.create(model="claude-haiku-4-5", max_tokens=100, messages=question)
    return verdict.content[0].text

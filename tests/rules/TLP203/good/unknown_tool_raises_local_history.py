import anthropic


def compute(question, tools, functions):
    """The history dies with the exception: nothing is sent any more."""
    client = anthropic.Anthropic()
    scratch = [{"role": "user", "content": question}]
    while True:
        m = client.messages.create(model="claude-opus-4-5", max_tokens=1400, messages=scratch, tools=tools)
        scratch.append({"role": "assistant", "content": m.content})
        results = []
        for b in m.content:
            if b.type == "tool_use":
                if b.name not in functions:
                    raise LookupError(b.name)
                results.append({"type": "tool_result", "tool_use_id": b.id, "content": functions[b.name](**b.input)})
        if not results:
            return m
        scratch.append({"role": "user", "content": results})

import anthropic

client = anthropic.Anthropic()


def run_tools(blocks, shell, files):
    results = []
    for b in blocks:
        if b.type != "tool_use":
            continue
        if b.name not in ("bash", "read"):
            results.append(
                {
                    "type": "tool_result",
                    "tool_use_id": b.id,
                    "content": f"Error: {b.name} was not run",
                    "is_error": True,
                }
            )
            continue
        output = shell(b.input["command"]) if b.name == "bash" else files.read(b.input["path"])
        results.append({"type": "tool_result", "tool_use_id": b.id, "content": output})
    return results


def session(turns, tools, shell, files):
    while True:
        m = client.messages.create(model="claude-opus-4-5", max_tokens=1600, messages=turns, tools=tools)
        turns.append({"role": "assistant", "content": m.content})
        if m.stop_reason != "tool_use":
            return m
        turns.append({"role": "user", "content": run_tools(m.content, shell, files)})

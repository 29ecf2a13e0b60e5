from anthropic import AnthropicVertex

vertex = AnthropicVertex(region="europe-west1", project_id="demo")


def plain(value):
    if hasattr(value, "model_dump"):
        return value.model_dump(mode="json", exclude_unset=True, by_alias=True)
    if isinstance(value, dict):
        return value
    return dict(value)


def talk(history, tools, run_one):
    while True:
        m = vertex.messages.create(model="claude-sonnet-4-6", max_tokens=2000, messages=history, tools=tools)
        history.append({"role": "assistant", "content": [plain(x) for x in m.content]})
        outs = [run_one(x) for x in m.content if x.type == "tool_use"]
        if not outs:
            break
        history.append({"role": "user", "content": outs})
    return "".join(x.text for x in m.content if x.type == "text")

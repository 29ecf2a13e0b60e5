def stream_step(client, settings, history, tools, screen):
    """The reasoning is shown, and then it is gone."""
    text, calls = "", {}
    reasoning_content = ""
    for chunk in client.chat.completions.create(
        model=settings.model, messages=history, tools=tools, stream=True
    ):
        delta = chunk.choices[0].delta
        reasoning_content += getattr(delta, "reasoning_content", None) or ""
        if getattr(delta, "reasoning_content", None):
            screen.dim(delta.reasoning_content)
        if delta.content:
            text += delta.content
            screen.write(delta.content)
        for part in delta.tool_calls or []:
            entry = calls.setdefault(part.index, {"id": "", "name": "", "arguments": ""})
            entry["id"] = part.id or entry["id"]
            entry["name"] = part.function.name or entry["name"]
            entry["arguments"] += part.function.arguments or ""
    assistant_message = {
        "role": "assistant",
        "content": text or None,
        "tool_calls": [
            {"id": c["id"], "type": "function", "function": {"name": c["name"], "arguments": c["arguments"]}}
            for _, c in sorted(calls.items())
        ],
    }
    if reasoning_content:
        assistant_message["reasoning_content"] = reasoning_content
    history.append(assistant_message)
    return calls

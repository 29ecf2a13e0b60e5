import anthropic


def render(message, outputs):
    """What the page shows: its rows have ids of their own."""
    rows = []
    for number, output in enumerate(outputs):
        rows.append({"type": "tool_result", "tool_use_id": f"row-{number}", "content": output})
    return {"model": message.model, "rows": rows}


def turn(client: anthropic.Anthropic, history, tools, outputs):
    message = client.messages.create(model="claude-opus-4-5", max_tokens=10, messages=history, tools=tools)
    history.append({"role": "assistant", "content": message.content})
    return render(message, outputs)

import anthropic

client = anthropic.Anthropic()


def insist(messages, tools, run):
    resp = client.messages.create(model="claude-opus-4-5", max_tokens=9000, messages=messages, tools=tools)
    messages.append({"role": "assistant", "content": resp.content})
    if resp.stop_reason == "end_turn":
        messages.append({"role": "user", "content": "Go on."})
    results = []
    for block in resp.content:
        if block.type == "tool_use":
            results.append({"type": "tool_result", "tool_use_id": block.id, "content": run(block)})
    if results:
        messages.append({"role": "user", "content": results})
    return messages

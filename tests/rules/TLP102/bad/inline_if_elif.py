import anthropic

client = anthropic.Anthropic()


def run_agent(user_input, tool_specs, tool_map, max_steps=20):
    history = [{"role": "user", "content": user_input}]
    for _ in range(max_steps):
        resp = client.messages.create(
            model="claude-sonnet-4-6", max_tokens=4096, tools=tool_specs, messages=history
        )
        content = []
        for block in resp.content:
            if block.type == "text":
                content.append({"type": "text", "text": block.text})
            elif block.type == "tool_use":
                content.append({"type": "tool_use", "id": block.id, "name": block.name, "input": block.input})
        history.append({"role": "assistant", "content": content})  # expect: TLP102
        if resp.stop_reason != "tool_use":
            break
        results = []
        for block in resp.content:
            if block.type == "tool_use":
                value = tool_map[block.name](**block.input)
                results.append({"type": "tool_result", "tool_use_id": block.id, "content": str(value)})
        history.append({"role": "user", "content": results})
    return history

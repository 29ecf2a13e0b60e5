import anthropic

client = anthropic.Anthropic()


def turn(history, tools):
    answer = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=history, tools=tools)
    for block in list(answer.content):
        if block.type == "redacted_thinking" or block.type == "thinking":
            answer.content.remove(block)
    history.append({"role": "assistant", "content": answer.content})  # expect: TLP101
    return [block for block in answer.content if block.type == "tool_use"]


def agent(history, tools, run):
    while calls := turn(history, tools):
        results = []
        for call in calls:
            results.append({"type": "tool_result", "tool_use_id": call.id, "content": run(call.name, call.input)})
        history.append({"role": "user", "content": results})

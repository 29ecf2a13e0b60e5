import anthropic


def session(client: anthropic.Anthropic, log, tools, perform, hurry):
    while True:
        turn = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=log, tools=tools)
        log.append({"role": "assistant", "content": turn.content})
        calls = [block for block in turn.content if block.type == "tool_use"]
        if not calls:
            return turn
        if hurry():
            log.append({"role": "user", "content": "Please be quick."})
        results = [
            {"type": "tool_result", "tool_use_id": call.id, "content": perform(call.name, call.input)} for call in calls
        ]
        log.append({"role": "user", "content": results})  # expect: TLP205

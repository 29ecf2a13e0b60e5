import anthropic

client = anthropic.Anthropic()


def agent(turns, tools, functions):
    while True:
        r = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=turns, tools=tools)
        turns.append({"role": "assistant", "content": r.content})
        answers = []
        for call in r.content:
            if call.type == "tool_use":
                output = functions[call.name](**call.input) if call.name in functions else "unknown tool"
                answers.append({"type": "tool_result", "tool_use_id": call.id, "content": output})
        if not answers:
            return r
        turns.append({"role": "user", "content": answers})

import anthropic

client = anthropic.Anthropic()


def agent(turns, tools, functions):
    while True:
        r = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=turns, tools=tools)
        turns.append({"role": "assistant", "content": r.content})
        calls = [b for b in r.content if b.type == "tool_use"]
        if not calls:
            return r
        for call in calls:
            output = functions[call.name](**call.input)
            result = {"type": "tool_result", "tool_use_id": call.id, "content": output}
            turns.append({"role": "user", "content": [result]})  # expect: TLP202

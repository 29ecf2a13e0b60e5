import anthropic

client = anthropic.Anthropic()


def as_result(ident, output, failed=False):
    block = {"type": "tool_result", "tool_use_id": ident, "content": str(output)}
    if failed:
        block["is_error"] = True
    return block


def answer(calls, tools):
    for call in calls:
        try:
            yield as_result(call.id, tools[call.name](**call.input))
        except KeyError:
            yield as_result(call.id, f"no tool {call.name}", failed=True)


def session(turns, specs, tools):
    while True:
        turn = client.messages.create(model="claude-opus-4-5", max_tokens=1500, messages=turns, tools=specs)
        turns.append({"role": "assistant", "content": turn.content})
        calls = [b for b in turn.content if b.type == "tool_use"]
        if not calls:
            return turn
        turns.append({"role": "user", "content": list(answer(calls, tools))})

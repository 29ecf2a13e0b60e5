"""On overflow in the middle of a cycle only the last messages are kept."""
import anthropic

client = anthropic.Anthropic()


def ask(state, tools):
    try:
        return client.messages.create(
            model="claude-opus-4-7", max_tokens=4096, messages=state["messages"], tools=tools
        )
    except anthropic.BadRequestError as error:
        if "too long" not in str(error):
            raise
        start = max(len(state["messages"]) - 6, 0)
        while start > 0 and (
            state["messages"][start]["role"] != "user"
            or not isinstance(state["messages"][start]["content"], str)
        ):
            start -= 1
        state["messages"] = state["messages"][start:]
        return client.messages.create(
            model="claude-opus-4-7", max_tokens=4096, messages=state["messages"], tools=tools
        )


def drive(state, tools, run):
    for _ in range(30):
        reply = ask(state, tools)
        state["messages"].append({"role": "assistant", "content": reply.content})
        if reply.stop_reason != "tool_use":
            break
        results = [
            {"type": "tool_result", "tool_use_id": b.id, "content": run(b.name, b.input)}
            for b in reply.content
            if b.type == "tool_use"
        ]
        state["messages"].append({"role": "user", "content": results})
    return state

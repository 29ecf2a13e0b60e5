import anthropic

client = anthropic.Anthropic()


def agent(history, tools, answer):
    history[0]["content"][0]["cache_control"] = {"type": "ephemeral"}
    while True:
        tools[-1]["cache_control"] = {"type": "ephemeral"}
        reply = client.messages.create(
            model="claude-opus-5-5", max_tokens=4096, messages=history, tools=tools
        )
        history[0]["content"][0].pop("cache_control", None)
        history.append({"role": "assistant", "content": reply.content})
        if reply.stop_reason != "tool_use":
            return reply
        history.append({"role": "user", "content": [answer(b) for b in reply.content if b.type == "tool_use"]})

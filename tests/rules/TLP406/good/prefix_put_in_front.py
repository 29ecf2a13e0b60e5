import anthropic

client = anthropic.Anthropic()
EXAMPLES = [{"role": "user", "content": "2 + 2"}, {"role": "assistant", "content": "4"}]


def agent(history, tools, answer):
    while True:
        reply = client.messages.create(
            model="claude-opus-5-5", max_tokens=4096, messages=EXAMPLES + history, tools=tools
        )
        history.append({"role": "assistant", "content": reply.content})
        if reply.stop_reason != "tool_use":
            return reply
        history.append({"role": "user", "content": [answer(b) for b in reply.content if b.type == "tool_use"]})

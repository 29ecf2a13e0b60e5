import anthropic

client = anthropic.Anthropic()


def answer(history, tools, run):
    while True:
        reply = client.messages.create(
            model="claude-opus-4-7",
            max_tokens=4096,
            messages=history,
            tools=[{"type": "web_search_20250305", "name": "web_search"}, *tools],
        )
        history.append({"role": "assistant", "content": reply.content})
        if reply.stop_reason == "pause_turn":
            continue
        if reply.stop_reason != "tool_use":
            return reply
        history.append({"role": "user", "content": [run(b) for b in reply.content if b.type == "tool_use"]})

import anthropic

client = anthropic.Anthropic()
SEARCH = {"type": "web_search_20250305", "name": "web_search"}


def agent(history, tools, run):
    while True:
        reply = client.messages.create(
            model="claude-opus-4-7", max_tokens=4096, messages=history, tools=[SEARCH, *tools]
        )
        history.append({"role": "assistant", "content": reply.content})
        if reply.stop_reason == "end_turn":
            return reply
        if reply.stop_reason != "tool_use":
            raise RuntimeError(f"stopped with {reply.stop_reason}")
        history.append({"role": "user", "content": [run(b) for b in reply.content if b.type == "tool_use"]})

import anthropic

client = anthropic.Anthropic()
SEARCH = {"type": "web_search_20250305", "name": "web_search"}


def agent(history, tools, run):
    stop = None
    while stop != "end_turn":
        reply = client.messages.create(
            model="claude-opus-4-7", max_tokens=4096, messages=history, tools=[SEARCH, *tools]
        )
        stop = reply.stop_reason
        history.append({"role": "assistant", "content": reply.content})
        results = [run(b) for b in reply.content if b.type == "tool_use"]
        if results:
            history.append({"role": "user", "content": results})
    return history

import anthropic

client = anthropic.Anthropic()
SEARCH = {"type": "web_search_20250305", "name": "web_search"}


def agent(history, tools, run):
    for _ in range(30):
        reply = client.messages.create(
            model="claude-opus-4-7", max_tokens=4096, messages=history, tools=[SEARCH, *tools]
        )
        history.append({"role": "assistant", "content": reply.content})
        if reply.stop_reason in ("end_turn", "max_tokens", "refusal"):
            break
        results = [run(b) for b in reply.content if b.type == "tool_use"]
        if results:
            history.append({"role": "user", "content": results})
    return history
